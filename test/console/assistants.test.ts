// Tests the page that connects an assistant in three steps, and the lists by which a person and an administrator end it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Json } from '../support/crm.ts'
import { Person } from '../support/person.ts'
import { signedIn, standardPost, standardRequest } from '../support/standard.ts'
import { checkScreen, consoleSuite, twice } from './support.ts'

const outbox = mkdtempSync(join(tmpdir(), 'clientele-assistants-'))
after(() => rmSync(outbox, { recursive: true, force: true }))

const password = 'seven green bottles'
const redirectUri = 'http://127.0.0.1:50123/callback'

consoleSuite(
  'assistants in the console',
  desk => {
    /** An assistant that has the address alone: it registers, the person allows it, and it has a token. */
    const connect = async (address: string, name: string): Promise<string> => {
      const { server, user } = desk().crm
      await desk().crm.ok('Update', {
        User: { Data: { Key: user.key, Password: password }, Options: { EndSessions: false } },
      })
      const asked = await fetch(address, { method: 'POST', body: '{}' })
      const at = /resource_metadata="([^"]+)"/.exec(asked.headers.get('www-authenticate') ?? '')?.[1] ?? ''
      const { resource, authorization_servers } = (await (await fetch(at)).json()) as Json
      assert.deepEqual([resource, authorization_servers], [address, [`${server.url}/oauth/standard`]])
      const made = await fetch(`${authorization_servers[0]}/register`, {
        method: 'POST',
        body: JSON.stringify({ client_name: name, redirect_uris: ['http://127.0.0.1/callback'] }),
      })
      const { client_id: clientId } = (await made.json()) as Json
      const request = standardRequest(server, { clientId, redirectUri }, { resource })
      const person = new Person(server.url)
      const who = { email: 'joe@example.com', password }
      const page = await signedIn({ url: server.url, outbox }, request.url, person, who)
      const done = await person.submit(page, '/allow-reading')
      const { body } = await standardPost(server, 'token', {
        ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri },
        code: new URL(done.location ?? '').searchParams.get('code') ?? '',
        code_verifier: request.pkce.verifier,
      })
      return body.access_token
    }
    const statusOf = async (address: string, token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(address, { method: 'POST', headers, body: '{}' })).status
    }

    test('three steps: choose, copy the address, allow; then the assistant is listed, and revoked', async () => {
      const { crm, open } = desk()
      const opened = await open('account?tab=assistants', { as: crm.user })
      const { page } = opened
      await page.getByText('No assistant is connected.').waitFor()
      await page.getByText('Claude Code', { exact: true }).click()
      await page.getByText(`claude mcp add --transport http crm ${crm.server.url}/mcp`).waitFor()
      await page.getByText('Cursor', { exact: true }).click()
      await page.getByText('.cursor/mcp.json').waitFor()
      await page.getByText('Another one', { exact: true }).click()
      await checkScreen(opened, crm, 'account-assistants')
      const size = page.viewportSize() ?? assert.fail()
      await page.setViewportSize({ width: 390, height: 844 })
      const rights = await page
        .locator('ol, ol > li > p, ol pre')
        .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().right))
      assert.ok(rights.length > 3 && rights.every(right => right <= 390), String(rights))
      await page.setViewportSize(size)
      const address = (await page.locator('ol pre').textContent()) ?? ''
      const token = await connect(address, 'Desk helper')
      assert.notEqual(await statusOf(address, token), 401)
      await page.getByRole('button', { name: 'Look again' }).click()
      const row = page.getByRole('row', { name: /Desk helper \(registered itself\).*Assistant: Read data/ })
      await row.waitFor()
      await page.getByRole('tab', { name: 'Applications' }).click()
      await row.waitFor()
      await twice(row, 'Revoke access')
      await page.getByText('No connected applications.').waitFor()
      assert.equal(await statusOf(address, token), 401)
      assert.deepEqual(opened.complaints, [])
    })

    test('an administrator lists what is allowed in the database, without sessions, and revokes it', async () => {
      const { crm, open } = desk()
      const address = `${crm.server.url}/mcp`
      const token = await connect(address, 'Night helper')
      const opened = await open('setup/sessions', { until: 'td' })
      const { page } = opened
      await page.getByText('Applications and assistants', { exact: true }).click()
      const row = page.getByRole('row', { name: /Joe Plain.*Night helper.*Assistant: Read data/ })
      await row.waitFor()
      assert.equal(await page.getByRole('row', { name: /Console/ }).count(), 0)
      assert.match(page.url(), /kind=application/)
      await checkScreen(opened, crm, 'setup-applications')
      await row.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog', { name: 'Revoke' }).getByRole('textbox', { name: 'Reason' }).fill('Not needed')
      await page.keyboard.press('Enter')
      await row.waitFor({ state: 'detached' })
      assert.equal(await statusOf(address, token), 401)
      await page.getByRole('checkbox', { name: 'Include ended' }).check()
      await page.getByText('Not needed').waitFor()
      assert.deepEqual(opened.complaints, [])
    })
  },
  { settings: { standardLane: 'any', standardRegistrations: 10, mail: `file:${outbox}` } },
)
