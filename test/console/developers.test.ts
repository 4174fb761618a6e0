// Tests the screens for developers: the log of requests.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { checkScreen, eachConsole } from './support.ts'

const leads = {
  Lead: { Scope: { Fields: { LastName: 1 } }, Criteria: { SearchQuery: { LastName: { $EQ: 'Quinn' } } } },
}

describe('the log of requests', () => {
  eachConsole('console requests', desk => {
    test('records bodies for an hour, and opens a request in the explorer', async () => {
      const { crm, open } = desk()
      await crm.create('Lead', { Key: null, LastName: 'Quinn' })
      const { page, complaints } = await open('requests?q=Create')
      await page.getByRole('button', { name: 'Record bodies for an hour' }).click()
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
      await page.getByRole('button', { name: 'Switch off' }).click()
      await page.getByRole('button', { name: 'Record bodies for an hour' }).waitFor()
      await page.reload()
      await page.getByRole('row', { name: /Lead/ }).getByRole('link', { name: 'Create' }).click()
      await page.getByText('Its body was not recorded').waitFor()
      await page.getByRole('region', { name: 'Request' }).getByText('"Lead"').waitFor()
      assert.deepEqual(complaints, [])
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
      assert.match((await page.getByRole('note').textContent()) ?? '', /Joe.*POST \/api\/Read.*secrets are masked/i)
      await page.getByRole('region', { name: 'Request' }).getByText('"Quinn"').waitFor()
      await page.getByRole('cell', { name: 'Quinn' }).waitFor()
      await crm.create('Lead', { Key: null, LastName: 'Quinn' })
      await page.keyboard.press('Control+Enter')
      await page.getByText('2 records').waitFor()
      await checkScreen(opened, crm, 'request')
    })
  })
})
