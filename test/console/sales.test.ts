// Does a salesperson's job from a new customer to a won sale: on a full database, on an empty one, and in German.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { accessibilityFaults } from '../support/browser.ts'
import type { Crm, Json } from '../support/crm.ts'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite, goTo } from './support.ts'

const stageNames = ['Qualification', 'Needs analysis', 'Proposal', 'Negotiation', 'Closing']

async function addProcess(crm: Crm, name: string): Promise<{ process: string; stages: string[] }> {
  const process = await crm.create('SalesProcessSetup', { Key: null, Description: name })
  const stages: string[] = []
  for (const Description of stageNames)
    stages.push(await crm.create('SalesStageSetup', { Key: null, SalesProcessSetupKey: process, Description }))
  return { process, stages }
}

async function dropProcesses(crm: Crm): Promise<void> {
  const all = { SalesProcessSetup: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {} } } }
  await crm.ok('Delete', { SalesProcessSetup: { Data: (await crm.ok('Read', all)).SalesProcessSetup.Data } })
}

const lane = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) }).and(page.locator('[data-lane]'))

const saleNamed = async (crm: Crm, name: string, fields: Json): Promise<Json> => {
  const answer = await crm.ok('Read', {
    Opportunity: { Scope: { Fields: fields }, Criteria: { SearchQuery: { Objective: { $EQ: name } } } },
  })
  return answer.Opportunity.Data[0]
}

/** Holds the answers to searches for a text until the function is called that it gives. */
async function holdSearch(page: Page, text: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/console/api/**/Read', async route => {
    if (route.request().postData()?.includes(JSON.stringify(text))) await promise
    await route.continue()
  })
  return resolve
}

describe('a salesperson', () => {
  consoleSuite('console sales', desk => {
    let stages: string[] = []
    let process = ''

    test('on an empty board an administrator begins with the usual process; a link to a newer one shows that', async () => {
      const { crm, open } = desk()
      await dropProcesses(crm)
      const { page, complaints } = await open('board', { isDeaf: true })
      await page.getByText('No sales process yet').waitFor()
      await page.getByRole('button', { name: 'Add the usual process' }).click()
      await page.getByText('No opportunities in this process').waitFor()
      await page.getByRole('button', { name: 'New opportunity' }).first().waitFor()
      const field = page.getByRole('combobox', { name: 'Process' })
      assert.equal(await field.inputValue(), 'Sales')

      // The page receives no changes, so what it has cached is the process that is gone.
      await dropProcesses(crm)
      const newer = await addProcess(crm, 'Newer')
      await goTo(page, `/d/${crm.database.name}/board?process=${encodeURIComponent(newer.process)}`)
      await until(
        async () => (await field.count()) === 1 && (await field.inputValue()) === 'Newer',
        'the newer process',
      )
      await dropProcesses(crm)
      assert.deepEqual(complaints, [])
    })

    describe('with a process', () => {
      before(async () => {
        ;({ process, stages } = await addProcess(desk().crm, 'Standard'))
        await addProcess(desk().crm, 'Renewal')
      })

      test('she adds a sale to a stage for a company that is not there yet, by keys alone', async () => {
        const { crm, open } = desk()
        const opened = await open(`board?process=${encodeURIComponent(process)}`)
        const { page } = opened
        await page.getByRole('button', { name: 'New opportunity' }).first().click()
        const form = page.getByRole('dialog', { name: 'New opportunity' })
        await form.locator('[data-autofocus]:focus').waitFor()
        await page.keyboard.type('Two cold rooms')
        assert.equal(await form.getByRole('textbox', { name: 'Objective' }).inputValue(), 'Two cold rooms')
        // Typed text is no value until it is a company.
        await form.getByRole('textbox', { name: 'Client' }).focus()
        await page.keyboard.type('Lakeside Foods')
        await form.page().getByRole('option', { name: 'Add company “Lakeside Foods”' }).waitFor()
        await page.keyboard.press('Enter')
        await until(
          async () => (await form.getByRole('textbox', { name: 'Client' }).inputValue()) === 'Lakeside Foods',
          'the company',
        )
        assert.equal(await form.getByRole('textbox', { name: 'Process' }).inputValue(), 'Standard')
        assert.equal(await form.getByRole('textbox', { name: 'Stage' }).inputValue(), 'Qualification')
        assert.equal(await form.getByRole('combobox', { name: 'Currency' }).inputValue(), 'USD')
        await form.getByRole('textbox', { name: 'Forecast' }).fill('12500')
        assert.deepEqual(await accessibilityFaults(page), [])
        await form.getByRole('button', { name: 'Add', exact: true }).click()
        await lane(page, 'Qualification').getByText('Two cold rooms').waitFor()
        const sale = await saleNamed(crm, 'Two cold rooms', {
          ...{ SalesStageSetupKey: 1, ForecastRevenue: { Value: 1, CurrencyCode: 1 }, Leader: { Uid: 1 } },
        })
        assert.equal(sale.SalesStageSetupKey, stages[0])
        assert.deepEqual(sale.ForecastRevenue, { Value: 12500, CurrencyCode: 'USD' })
        assert.equal(sale.Leader.Uid, 'MASTER')
      })

      test('five stages and the three ends fit a screen of 1280 pixels', async () => {
        const { open } = desk()
        const opened = await open(`board?process=${encodeURIComponent(process)}`, { until: '[data-card]' })
        const { page } = opened
        const board = page.getByRole('region', { name: 'Board', exact: true })
        const [inner, outer] = await board.evaluate(
          (one: { scrollWidth: number; clientWidth: number }) => [one.scrollWidth, one.clientWidth] as const,
        )
        assert.ok(inner <= outer, `${inner} pixels in ${outer}`)
        for (const end of ['Won', 'Lost', 'Abandoned']) await lane(page, end).waitFor()
        await checkScreen(opened, desk().crm, 'board-five')
      })

      test('she adds one in a lane, moves it to Proposal on its page, and wins it', async () => {
        const { crm, open } = desk()
        const opened = await open(`board?process=${encodeURIComponent(process)}`, { until: '[data-card]' })
        const { page } = opened
        await page.getByRole('button', { name: 'Add an opportunity in Needs analysis' }).click()
        const form = page.getByRole('dialog', { name: 'New opportunity' })
        assert.equal(await form.getByRole('textbox', { name: 'Stage' }).inputValue(), 'Needs analysis')
        await form.getByRole('textbox', { name: 'Objective' }).fill('Ice machine')
        const client = form.getByRole('textbox', { name: 'Client' })
        // Enter before the answer has come takes the first hit when it comes, wherever she is by then.
        const release = await holdSearch(page, 'lakes')
        await client.fill('lakes')
        await page.keyboard.press('Enter')
        await form.getByRole('textbox', { name: 'Forecast' }).fill('900')
        assert.equal(await client.inputValue(), 'lakes')
        release()
        await until(async () => (await client.inputValue()) === 'Lakeside Foods', 'the first hit')
        await form.getByRole('button', { name: 'Add', exact: true }).click()
        await lane(page, 'Needs analysis').getByRole('link', { name: 'Ice machine' }).click()

        await page.getByRole('heading', { name: 'Ice machine', level: 2 }).waitFor()
        const head = page.getByRole('region', { name: 'The sale at a glance' })
        await head.getByText('$900.00').waitFor()
        await head.getByRole('button', { name: 'Move to Proposal' }).click()
        await head.getByRole('button', { name: 'Proposal, current stage' }).waitFor()
        const stageOf = async () =>
          (await saleNamed(crm, 'Ice machine', { SalesStageSetupKey: 1 })).SalesStageSetupKey as string
        await until(async () => (await stageOf()) === stages[2], 'the stage')
        await checkScreen(opened, crm, 'sale')

        await head.getByRole('button', { name: 'Won' }).click()
        const end = page.getByRole('dialog', { name: 'Won' })
        assert.equal(await end.getByRole('textbox', { name: 'Actual revenue' }).inputValue(), '900')
        assert.deepEqual(await accessibilityFaults(page), [])
        await end.getByRole('button', { name: 'Won' }).click()
        await head.getByRole('button', { name: 'Reopen' }).waitFor()
        const won = await saleNamed(crm, 'Ice machine', { Status: 1, ActualRevenue: 1, CloseDate: 1 })
        assert.deepEqual([won.Status, won.ActualRevenue], [3, 900])
        assert.notEqual(won.CloseDate, null)
        await head.getByRole('button', { name: 'Reopen' }).click()
        await head.getByRole('button', { name: 'Move to Closing' }).waitFor()
      })

      test('a sale that was added with one line is on the board; another process takes its first stage', async () => {
        const { crm, open } = desk()
        const lake = await crm.create('AbEntry', { Key: null, CompanyName: 'Harbour Ltd' })
        const { page } = await open(`entries/${lake.replace(/=+$/, '')}?tab=opportunities`)
        await page.getByRole('textbox', { name: 'Add opportunity' }).fill('Shelves')
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name: 'Shelves' }).click()
        await page.getByRole('button', { name: 'Qualification, current stage' }).waitFor()
        await page.getByRole('button', { name: 'Edit Process' }).click()
        await page.keyboard.type('Renewal')
        await page.keyboard.press('Enter')
        await until(async () => {
          const sale = await saleNamed(crm, 'Shelves', { SalesProcessSetupKey: 1, SalesStageSetupKey: 1 })
          return sale.SalesProcessSetupKey !== process && sale.SalesStageSetupKey !== stages[0]
        }, 'the other process')
        await page.keyboard.press('Control+z')
        await until(async () => {
          const sale = await saleNamed(crm, 'Shelves', { SalesProcessSetupKey: 1, SalesStageSetupKey: 1 })
          return sale.SalesProcessSetupKey === process && sale.SalesStageSetupKey === stages[0]
        }, 'the way back')
      })

      test('many sales move to a stage at once', async () => {
        const { crm, open } = desk()
        const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: 'Meadow Inc' })
        for (const Objective of ['Oven one', 'Oven two']) await crm.create('Opportunity', { AbEntryKey, Objective })
        const { page } = await open('opportunities?q=oven', { until: '[role=row][data-key]' })
        for (const name of ['Oven one', 'Oven two']) {
          const row = page.getByRole('row').filter({ hasText: name })
          await row.getByRole('checkbox').click()
        }
        await page.getByRole('button', { name: 'Edit…' }).click()
        await page.getByRole('option', { name: 'Stage', exact: true }).click()
        await page.getByRole('textbox', { name: 'Stage' }).fill('Negotiation')
        await page.getByRole('option', { name: /Negotiation.*Standard/ }).click()
        await page.getByRole('button', { name: 'Apply to all' }).click()
        await until(
          async () => (await saleNamed(crm, 'Oven two', { SalesStageSetupKey: 1 })).SalesStageSetupKey === stages[3],
          'the stage of many',
        )
      })

      test('in German the forms speak German, and their dates are those of the person', async () => {
        const { crm, open } = desk()
        const { page } = await open('opportunities?new=1', { language: 'de-DE', as: crm.user, isDeaf: true })
        const form = page.getByRole('dialog', { name: 'Neue Verkaufschance' })
        await form.getByRole('textbox', { name: 'Phase' }).waitFor()
        const text = (await form.textContent()) ?? ''
        for (const english of ['record', 'What is', 'Stage', 'Owner', 'date'])
          assert.ok(!text.includes(english), `${english} in: ${text}`)
        await goTo(page, `/d/${crm.database.name}/entries?new=1`)
        const entry = page.getByRole('dialog', { name: 'Neuer Eintrag' })
        await entry.getByRole('textbox', { name: 'Firma' }).waitFor()
        assert.equal(await entry.locator('[aria-hidden=true]', { hasText: '*' }).count(), 1)
        await entry.getByText('Kontakt einer Firma').click()
        await entry.getByRole('textbox', { name: 'Nachname' }).waitFor()
        assert.equal(await entry.getByRole('textbox', { name: 'Website' }).count(), 1)
        assert.equal(await entry.getByRole('textbox', { name: 'Firma', exact: true }).count(), 0)
      })
    })
  })
})
