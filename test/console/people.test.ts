// Tests what the console has for the sign-ins of people: single sign-on, sessions of all users, the own account, and teams.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { seconds, systemClock } from '../../src/base/clock.ts'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { RowStore } from '../../src/operations/rows/row-store.ts'
import { pictureFormat } from '../../src/sessions/picture-format.ts'
import { entryRow } from '../../src/sign-in/sign-in-log.ts'
import { appCode } from '../support/authenticator.ts'
import { picture } from '../support/browser.ts'
import type { Json } from '../support/crm.ts'
import { pngPicture } from '../support/pictures.ts'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite, twice } from './support.ts'

consoleSuite(
  'console people',
  desk => {
    test('single sign-on is tested step by step, set up without showing the secret again, and removed', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/sso', { until: 'form' })
      const { page } = opened
      await checkScreen(opened, crm, 'setup-sso')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The client id that the provider gave is needed.').waitFor()
      await page.getByRole('textbox', { name: 'Issuer' }).fill('https://10.1.2.3')
      await page.getByRole('textbox', { name: 'Client ID' }).fill('crm')
      await page.getByLabel('Client secret').fill('open sesame')
      await page.getByRole('button', { name: 'Test provider' }).click()
      const result = page.getByRole('status', { name: 'Test result' })
      await result.getByText('Sign-in with this provider would fail.').waitFor()
      assert.match((await result.textContent()) ?? '', /Discovery document: failed.*not a public one/)
      assert.match((await result.textContent()) ?? '', /Keys: not checked/)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The stored secret is kept').waitFor()
      assert.equal(await page.getByLabel('Client secret').inputValue(), '')
      const read = async (): Promise<Json> => {
        const headers = { authorization: `Bearer ${crm.admin.token}` }
        return (await fetch(`${crm.server.url}/oauth/v1/sso`, { headers })).json()
      }
      const { Sso } = await read()
      assert.deepEqual([Sso.Issuer, Sso.ClientId, Sso.HasSecret], ['https://10.1.2.3', 'crm', true])
      await twice(page.getByRole('main'), 'Remove single sign-on')
      await page.getByText('Single sign-on is not configured.').waitFor()
      assert.equal((await read()).Sso, null)
      await page.goto(`/d/${crm.database.name}/audit?kind=SingleSignOn`)
      const made = page.getByRole('row', { name: /Single sign-on/ }).filter({ hasText: 'Created' })
      await made.getByRole('button', { name: /6 fields/ }).click()
      await page.getByText('https://10.1.2.3').waitFor()
      await picture(page, 'console-audit-setup')
      assert.deepEqual(opened.complaints, [])
    })

    test('a token for an identity provider is shown once, manages users, and is revoked; a successor is chosen', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/provisioning', { until: 'form' })
      const { page } = opened
      await page.getByText(`${crm.server.url}/scim/v2`).waitFor()
      await page.getByText('No provider has a token yet.').waitFor()
      await page.getByRole('button', { name: 'New token' }).click()
      const form = page.getByRole('dialog', { name: 'New token' })
      await form.getByRole('textbox', { name: 'Name' }).fill('Entra ID')
      await form.getByRole('button', { name: 'New token' }).click()
      const shown = page.getByRole('dialog', { name: 'Token for the provider' })
      const token = (await shown.locator('code').textContent()) ?? ''
      const users = () => fetch(`${crm.server.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } })
      assert.equal((await users()).status, 200)
      await shown.getByRole('button', { name: 'Close' }).click()
      await page.reload()
      const row = page.getByRole('row', { name: /Entra ID/ })
      await row.waitFor()
      assert.doesNotMatch((await row.textContent()) ?? '', /Never|Until it is revoked/)
      assert.doesNotMatch(await page.content(), new RegExp(token))
      await page.getByRole('combobox', { name: 'Successor' }).click()
      await page.getByRole('option', { name: 'Joe Plain' }).click()
      await page.getByRole('checkbox', { name: /The manager takes over/ }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Provisioning saved.').waitFor()
      await checkScreen(opened, crm, 'setup-provisioning')
      const headers = { authorization: `Bearer ${crm.admin.token}` }
      const { Scim }: Json = await (await fetch(`${crm.server.url}/oauth/v1/scim`, { headers })).json()
      assert.deepEqual([Scim.Successor, Scim.ByManager], ['JOE', true])
      await twice(row, 'Revoke')
      await row.waitFor({ state: 'detached' })
      assert.equal((await users()).status, 401)
      assert.deepEqual(opened.complaints, [])
    })

    test('an administrator invites several people at once, sees who is pending, and revokes one', async () => {
      const { crm, open } = desk()
      const opened = await open('setup/users', { until: 'td' })
      const { page } = opened
      await page.getByRole('button', { name: 'Invite people' }).click()
      const addresses = page.getByRole('textbox', { name: 'E-mail addresses' })
      await addresses.fill('Zoe Zander <zoe@example.com>\nyan@example.com\nXena')
      await page.getByText('No e-mail address in: Xena').waitFor()
      await addresses.fill('Zoe Zander <zoe@example.com>\nyan@example.com')
      await picture(page, 'console-invite')
      await page.getByRole('button', { name: 'Send 2 invitations' }).click()
      const list = page.getByRole('table', { name: 'Invitations' })
      await list.getByRole('row', { name: /zoe@example.com.*Pending/ }).waitFor()
      await twice(list.getByRole('row', { name: /yan@example.com/ }), 'Revoke')
      await list.getByRole('row', { name: /yan@example.com.*Revoked/ }).waitFor()
      await picture(page, 'console-invitations')
      await checkScreen(opened, crm, 'setup-users-invited')
      assert.deepEqual(opened.complaints, [])
    })

    test('an administrator sees all sessions, revokes one, and sees why it ended', async () => {
      const { crm, open } = desk()
      const theirs = await open('account', { as: crm.user })
      const opened = await open('setup/sessions', { until: 'td' })
      const { page } = opened
      await checkScreen(opened, crm, 'setup-sessions')
      const row = page.getByRole('row', { name: /Joe Plain/ })
      await row.getByRole('button', { name: 'Revoke' }).click()
      const asked = page.getByRole('dialog', { name: 'Revoke' })
      await asked.getByRole('textbox', { name: 'Reason' }).fill('Laptop lost')
      await page.keyboard.press('Enter')
      await row.waitFor({ state: 'detached' })
      const { status } = await theirs.page.request
        .get('/console/api/session', {
          headers: { 'x-clientele-console': crm.database.name, 'sec-fetch-site': 'same-origin' },
        })
        .then(answer => ({ status: answer.status() }))
      assert.equal(status, 401)
      await page.getByRole('checkbox', { name: 'Include ended' }).check()
      await row.getByText('revoked, by MASTER').waitFor()
      await row.getByText('Laptop lost').waitFor()
      assert.match(page.url(), /ended=yes/)
      assert.deepEqual(opened.complaints, [])
    })

    test('an administrator sees sign-ins and refused attempts of all users, and narrows them', async () => {
      const { crm, open } = desk()
      const facts = {
        uid: crm.user.uid,
        application: 'console',
        address: '198.51.100.9',
        agent: '',
        now: seconds(systemClock),
      }
      const refused = { outcome: 'Refused', reason: 'WrongPassword', proofs: ['code'] } as const
      const { server, database } = crm
      const signedIn = { outcome: 'SignedIn', proofs: ['browser', 'password'], newDevice: true } as const
      const newId = identifierMaker(systemClock)
      await server.store.write(async tx => {
        const rows = new RowStore(tx, server.store.dialect, database.id)
        for (const entry of [signedIn, refused])
          await rows.insert('sign_in', entryRow({ id: newId(), ...facts }, entry))
      })
      const opened = await open('setup/sign-ins', { until: 'td' })
      const { page } = opened
      await page.getByRole('row', { name: /Joe Plain.*Wrong password.*198\.51\.100\.9/ }).waitFor()
      await page.getByRole('cell', { name: /^Signed in.*remembered browser, password/ }).waitFor()
      await page.getByRole('checkbox', { name: 'Refused only' }).check()
      await page.getByRole('cell', { name: /^Signed in/ }).waitFor({ state: 'detached' })
      await checkScreen(opened, crm, 'setup-sign-ins')
      assert.deepEqual(opened.complaints, [])
    })

    test('a person sets up an authenticator app and gets recovery codes; an administrator sets the policy and resets it', async () => {
      const { crm, open } = desk()
      const opened = await open('account?tab=signIns', { as: crm.user, until: 'td' })
      const { page } = opened
      await page.getByRole('button', { name: 'Set up authenticator app' }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
      await picture(page, 'console-factor-set-up')
      const secret = (await form.locator('code').textContent()) ?? ''
      await form.getByLabel('6-digit code').fill('12')
      await form.getByRole('button', { name: 'Set up authenticator app' }).click()
      await form.getByText('That is not the code of the app').waitFor()
      await form.getByLabel('6-digit code').fill(appCode(secret, seconds(systemClock)))
      await form.getByRole('button', { name: 'Set up authenticator app' }).click()
      const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
      await codes.getByRole('listitem').nth(9).waitFor()
      await picture(page, 'console-recovery-codes')
      await codes.getByRole('button', { name: 'I have saved them' }).click()
      await page.getByText('10 recovery codes left.').waitFor()
      assert.deepEqual(opened.complaints, [])
      const admin = await open('setup/factors', { until: 'form' })
      await checkScreen(admin, crm, 'setup-factors')
      await admin.page.locator('form').getByLabel('Second factors').first().click()
      await admin.page.getByRole('option', { name: 'Required for administrators' }).click()
      await admin.page.getByLabel('Grace period in days').fill('14')
      await admin.page.getByRole('button', { name: 'Save' }).click()
      await admin.page.getByText('In force since').waitFor()
      const reset = await open('setup/users', { until: 'td' })
      await reset.page.getByRole('button', { name: 'Joe Plain' }).click()
      await twice(reset.page.getByRole('region', { name: 'Second factor' }), 'Reset second factor')
      await reset.page.getByText('No second factor.').waitFor()
      assert.deepEqual(admin.complaints, [])
    })

    test('a user without administrator rights sees that sessions and single sign-on are not accessible', async () => {
      const { crm, open } = desk()
      const { page } = await open('setup/sessions', { as: crm.user })
      await page.getByText('No access').waitFor()
    })

    test('a person ends another session and changes the password without being signed out', async () => {
      const { crm, open } = desk()
      const uid = crm.user.uid
      const { User } = await crm.ok('Read', {
        User: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Uid: uid } } },
      })
      const [{ Key }] = User.Data
      const Options = { EndSessions: false, EndTokens: false }
      await crm.ok('Update', { User: { Data: { Key, Password: 'correct horse' }, Options } })
      const other = await open('', { as: crm.user })
      const opened = await open('account?tab=signIns', { as: crm.user, until: 'td' })
      const { page } = opened
      await checkScreen(opened, crm, 'account-sign-ins')
      const sessions = page.getByRole('table', { name: 'Console sessions' })
      await sessions.getByText('this browser').waitFor()
      const before = await sessions.getByRole('row').count()
      await sessions.getByRole('button', { name: 'Sign out' }).first().click()
      await sessions.getByRole('button', { name: 'Click again' }).click()
      await until(async () => (await sessions.getByRole('row').count()) === before - 1, 'the end of a session')
      await page.getByText('At least 8 characters').waitFor()
      const change = async (old: string, next: string): Promise<void> => {
        await page.getByLabel('Current password').fill(old)
        await page.getByLabel('New password').fill(next)
        await page.getByRole('button', { name: 'Change password' }).click()
      }
      await change('wrong horse', 'a better sentence')
      await page.getByText('That is not your password.').waitFor()
      await change('correct horse', 'password')
      await page.getByText('is one of the most common passwords').waitFor()
      await change('correct horse', 'a better sentence')
      await page.getByText('Password changed.').waitFor()
      await until(async () => (await sessions.getByRole('row').count()) === 2, 'this session alone')
      await page.getByRole('tab', { name: 'Applications' }).click()
      await page.getByText('No connected applications.').waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.deepEqual(opened.complaints, [])
      await other.page.close()
    })

    test('adding a team member does not change the roles and rights of the others', async () => {
      const { crm, open } = desk()
      const key = await crm.create('SalesTeam', {
        DisplayName: 'Key accounts',
        Members: [{ Key: { Uid: crm.user.uid }, Role: 1, Right: 0 }],
      })
      const { page } = await open(`setup/teams?open=${encodeURIComponent(key)}`, { until: '[role=dialog]' })
      const form = page.getByRole('dialog')
      await form.getByRole('button', { name: 'Edit Members' }).click()
      await page.getByRole('option', { name: /Mary Master/ }).click()
      await page.keyboard.press('Escape')
      const members = async (): Promise<Json[]> => {
        const fields = { Members: [{ Uid: 1, Role: 1, Right: 1 }] }
        const { SalesTeam } = await crm.ok('Read', {
          SalesTeam: { Scope: { Fields: fields }, Criteria: { SearchQuery: { Key: key } } },
        })
        return SalesTeam.Data[0].Members
      }
      await until(async () => (await members()).length === 2, 'the new member')
      assert.deepEqual(await members(), [
        { Uid: crm.user.uid, Role: 1, Right: 0 },
        { Uid: 'MASTER', Role: 0, Right: 2 },
      ])
      await form.getByRole('combobox', { name: 'Permission of Mary Master' }).selectOption('Audit')
      await until(async () => (await members())[1]?.Right === 1, 'the new right')
      assert.deepEqual((await members())[0], { Uid: crm.user.uid, Role: 1, Right: 0 })
    })

    test('a user changes the own name and formats, which every screen then has', async () => {
      const { crm, open } = desk()
      const opened = await open('account', { as: crm.user, until: 'form' })
      const { page } = opened
      await checkScreen(opened, crm, 'account-profile')
      await page.getByLabel('Display name').fill('Joe P. Plain')
      await page.getByLabel('Number and date format').selectOption('de-AT')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Joe P. Plain' }).waitFor()
      assert.equal(await page.getByLabel('Number and date format').inputValue(), 'de-AT')
    })

    test('a user chooses a picture, which is scaled down and shown at once, and an administrator removes it', async () => {
      const { crm, open } = desk()
      const opened = await open('account', { as: crm.user, until: 'form' })
      const { page } = opened
      const shown = page.getByRole('main').locator('img')
      const inMenu = page.getByRole('button', { name: /Joe P/ }).locator('img')
      assert.equal(await inMenu.count(), 0)
      const choose = async (name: string, buffer: Buffer): Promise<void> => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Change picture' }).click()
        await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
      }
      await choose('me.png', Buffer.from('no picture'))
      await page.getByText('This browser cannot show the file as a picture.').waitFor()
      await choose('me.png', pngPicture(900, 600, [180, 60, 20]))
      await shown.waitFor()
      await inMenu.waitFor()
      const answer = await fetch(`${crm.server.url}/oauth/v1/picture`, {
        headers: { authorization: `Bearer ${crm.user.token}` },
      })
      assert.equal(answer.headers.get('content-type'), 'image/webp')
      const stored = pictureFormat(Buffer.from(await answer.arrayBuffer()))
      assert.deepEqual([stored?.width, stored?.height], [128, 128])
      await checkScreen(opened, crm, 'account-picture')
      await page.reload()
      await shown.waitFor()
      await inMenu.waitFor()
      assert.deepEqual(opened.complaints, [])

      const list = await open(`setup/users?open=${encodeURIComponent(crm.user.key)}`, { until: 'td' })
      const section = list.page.getByRole('region', { name: 'Picture' })
      await section.locator('img').waitFor()
      await picture(list.page, 'console-user-picture')
      await twice(section, 'Remove picture')
      await section.locator('img').waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('button', { name: 'Change picture' }).waitFor()
      assert.equal(await page.locator('img').count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Remove picture' }).count(), 0)
      assert.deepEqual(list.complaints, [])

      await choose('me.png', pngPicture(200, 300, [20, 60, 180]))
      await page.getByRole('button', { name: 'Remove picture' }).click()
      await shown.waitFor({ state: 'detached' })
      assert.deepEqual(opened.complaints, [])
    })

    test('where assistants are switched off, the page says who switches them on', async () => {
      const { page } = await desk().open('account?tab=assistants', { as: desk().crm.user })
      await page.getByText('Its operator switches them on with the setting standard-lane.').waitFor()
    })
  },
  { reloads: true },
)
