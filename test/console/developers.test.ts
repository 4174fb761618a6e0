// Tests the screens for developers: applications, tokens, webhooks and the log of requests.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { picture } from '../support/browser.ts'
import { receiverNearby, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite } from './support.ts'

const leads = {
  Lead: { Scope: { Fields: { LastName: 1 } }, Criteria: { SearchQuery: { LastName: { $EQ: 'Quinn' } } } },
}

describe('the log of requests', () => {
  consoleSuite('console requests', desk => {
    test('records bodies for an hour, and opens a request in the explorer', async () => {
      const { crm, open } = desk()
      await crm.create('Lead', { Key: null, LastName: 'Quinn' })
      const { page, complaints } = await open('requests?q=Create')
      await page.getByRole('button', { name: 'Record bodies for 1 hour' }).click()
      await page.getByText(/(60|59) min left/).waitFor()
      const logged = async (): Promise<string | null> => {
        await crm.ok('Read', leads, crm.user)
        const found = await crm.ok('Read', {
          RequestLog: {
            Scope: { Fields: { Key: 1, Body: 1 } },
            Criteria: { SearchQuery: { Entity: 'Lead', Body: { $NE: null } } },
          },
        })
        return found.RequestLog.Data[0]?.Key ?? null
      }
      await until(logged, 'a body in the log')
      await page.getByRole('button', { name: 'Stop recording' }).click()
      await page.getByRole('button', { name: 'Record bodies for 1 hour' }).waitFor()
      await page.getByRole('row', { name: /Lead/ }).getByRole('link', { name: 'Create' }).click()
      await page.getByText('The body was not recorded').waitFor()
      await page.getByRole('region', { name: 'Request' }).getByText('"Lead"').waitFor()
      assert.deepEqual(complaints, [])
    })

    test('follows what comes in, leaves rows in view where they are, and can be paused', async () => {
      const { crm, open } = desk()
      const ask = (entity: string) => crm.ok('Read', { [entity]: { Scope: { Fields: { Key: 1 } } } }, crm.user)
      for (let i = 0; i < 40; i++) await ask('Lead')
      // The log is written in the order of the requests: with this one all others are there.
      await ask('Campaign')
      const last = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Entity: 'Campaign' } } }
      const isWritten = async () => (await crm.ok('Read', { RequestLog: last })).RequestLog.Data.length > 0
      await until(isWritten, 'the log of all requests')
      const opened = await open('requests?filter=Entity~is~Lead', { until: 'text=Joe' })
      const { page } = opened
      const grid = page.getByRole('grid')
      const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount'))
      await until(async () => (await rows()) > 40, 'all requests')
      const before = await rows()
      await ask('Lead')
      await until(async () => (await rows()) === before + 1, 'a new request at the top')
      await checkScreen(opened, crm, 'requests')
      const row = page.locator('[aria-rowindex="15"]')
      await grid.evaluate(one => (one as unknown as { scrollTo(at: object): void }).scrollTo({ top: 300 }))
      const place = async () => [await row.getAttribute('data-key'), (await row.boundingBox())?.y]
      const seen = await place()
      await ask('Lead')
      const again = page.getByRole('button', { name: 'The list has changed' })
      await again.waitFor()
      assert.deepEqual(await place(), seen)
      await page.keyboard.press('l')
      await page.getByRole('button', { name: 'Follow' }).waitFor()
      await again.click()
      await again.waitFor({ state: 'detached' })
      await until(async () => (await rows()) === before + 2, 'all of them')
    })

    test('has nothing of what each page asks of its session', async () => {
      const { crm } = desk()
      const asked = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Operation: 'console-session' } } }
      assert.deepEqual((await crm.ok('Read', { RequestLog: asked })).RequestLog.Data, [])
    })

    test('shows what was asked and answered, and asks again', async () => {
      const { crm, open } = desk()
      const { RequestLog } = await crm.ok('Read', {
        RequestLog: {
          Scope: { Fields: { Key: 1 } },
          Criteria: { SearchQuery: { Entity: 'Lead', Body: { $NE: null } } },
        },
      })
      const opened = await open(`requests/${RequestLog.Data[0].Key.replace(/=+$/, '')}`, { until: '[role=note]' })
      const { page } = opened
      assert.match((await page.getByRole('note').textContent()) ?? '', /Joe.*POST \/api\/Read.*secrets masked/i)
      await page.getByRole('region', { name: 'Request' }).getByText('"Quinn"').waitFor()
      await page.getByRole('cell', { name: 'Quinn' }).waitFor()
      await crm.create('Lead', { Key: null, LastName: 'Quinn' })
      await page.keyboard.press('Control+Enter')
      await page.getByText('2 records').waitFor()
      await checkScreen(opened, crm, 'request')
    })
  })
})

describe('what developers set up', () => {
  consoleSuite(
    'console developers',
    desk => {
      test('an application shows its secret once, gets another, and is deleted with a way back', async () => {
        const { crm, open } = desk()
        const opened = await open('applications', { until: 'text=No applications yet' })
        const { page } = opened
        await page.keyboard.press('n')
        const form = page.getByRole('dialog', { name: 'New application' })
        await form.getByRole('textbox', { name: 'Name' }).fill('Sync')
        await form.getByLabel('Redirect URIs').fill('http://example.com/callback')
        await form.getByRole('button', { name: 'New application' }).click()
        const meant = form.getByRole('button', { name: 'Use https://example.com/callback' })
        await meant.waitFor()
        await picture(page, 'console-application-form')
        await meant.click()
        await meant.waitFor({ state: 'detached' })
        await page.keyboard.press('Escape')
        await form.waitFor({ state: 'detached' })
        await page.keyboard.press('n')
        assert.equal(await form.getByRole('textbox', { name: 'Name' }).inputValue(), 'Sync')
        assert.equal(await form.getByLabel('Redirect URIs').inputValue(), 'https://example.com/callback')
        await form.getByRole('button', { name: 'New application' }).click()
        const shown = page.getByRole('dialog', { name: 'Application credentials' })
        const secret = shown.locator('code').last()
        const first = await secret.textContent()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Sync' }).waitFor()
        await checkScreen(opened, crm, 'applications')
        await page.getByRole('button', { name: 'Sync' }).click()
        await page.getByRole('button', { name: 'Rotate secret' }).click()
        await page.getByRole('button', { name: 'Click again' }).click()
        assert.notEqual(await secret.textContent(), first)
        await page.keyboard.press('Escape')
        await shown.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Sync' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await page.getByText('No applications yet').waitFor()
        const notice = page.getByRole('alert').filter({ hasText: 'Deleted application' })
        await notice.getByRole('button', { name: 'Undo' }).click()
        await page.getByRole('button', { name: 'Sync' }).waitFor()
        assert.deepEqual(opened.complaints, [])
      })

      test('a token works until it is revoked', async () => {
        const { crm, open } = desk()
        const opened = await open('tokens')
        const { page } = opened
        await page.getByRole('button', { name: 'New token' }).first().click()
        await page.getByLabel('Name').fill('Import')
        await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click()
        const made = page.getByRole('dialog', { name: 'Your new token' })
        const token = await made.locator('code').textContent()
        const status = async (): Promise<number> => {
          const headers = { authorization: `Bearer ${token}` }
          return (await fetch(`${crm.server.url}/api/Read`, { method: 'POST', headers, body: JSON.stringify(leads) }))
            .status
        }
        assert.equal(await status(), 200)
        await page.keyboard.press('Escape')
        await made.waitFor({ state: 'detached' })
        const row = page.getByRole('row', { name: /Import/ })
        await row.waitFor()
        await checkScreen(opened, crm, 'tokens')
        await row.getByRole('button', { name: 'Revoke' }).click()
        await row.getByRole('button').click()
        await row.getByText('Revoked').waitFor()
        assert.equal(await status(), 401)
      })

      test('a webhook tells of a change, shows the delivery, and sends it again', async () => {
        const { crm, open } = desk()
        const receiver = await startReceiver()
        const opened = await open('webhooks', { until: 'text=No webhooks yet' })
        const { page } = opened
        await page.keyboard.press('n')
        const form = page.getByRole('dialog', { name: 'New webhook' })
        await form.getByLabel('URL').fill(receiver.url)
        await form.getByRole('combobox', { name: 'Entities' }).fill('Lead')
        await page.getByRole('option', { name: 'Lead', exact: true }).click()
        const filter = form.getByLabel('Filter')
        await filter.fill('{ "$CHANGED(LastNam)": true }')
        await form.getByRole('button', { name: 'New webhook' }).click()
        const meant = form.getByRole('button', { name: 'Use LastName' })
        await meant.waitFor()
        await picture(page, 'console-webhook-form')
        await meant.click()
        assert.equal(await filter.inputValue(), '{ "$CHANGED(LastName)": true }')
        await filter.fill('')
        await form.getByRole('button', { name: 'New webhook' }).click()
        await page.getByRole('dialog', { name: 'Signing secret' }).locator('code').waitFor()
        await page.keyboard.press('Escape')
        await checkScreen(opened, crm, 'webhooks')
        await crm.create('Lead', { Key: null, LastName: 'Byron' })
        await receiver.has(1)
        await page.getByRole('link', { name: receiver.url }).click()
        await page.getByRole('region', { name: 'lead.created' }).getByText('Byron').first().waitFor()
        await checkScreen(opened, crm, 'webhook')
        await page.getByRole('button', { name: 'Resend', exact: true }).click()
        await page.getByText('1 event queued.').waitFor()
        const [first, again] = await receiver.has(2)
        assert.equal(again?.event.id, first?.event.id)
        assert.deepEqual(opened.complaints, [])
        receiver.close()
      })
    },
    { settings: receiverNearby },
  )
})
