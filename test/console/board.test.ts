// Tests the opportunity board: moves by drag and by key, undo, sums, pages, the filter of the address, and what a reader may do.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Crm, Json } from '../support/crm.ts'
import { until } from '../support/until.ts'
import { checkScreen, consoleSuite, goTo } from './support.ts'

const laneNamed = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) }).and(page.locator('[data-lane]'))

const cardIn = (lane: Locator, name: string): Locator => lane.locator('[data-card]', { hasText: name })

/** The count and the sum that a lane shows. */
const totalsOf = async (lane: Locator): Promise<(string | null)[]> => [
  await lane.locator('[data-count]').textContent(),
  await lane.locator('[data-sum]').textContent(),
]

const totalsAre = (lane: Locator, count: string, sum: string): Promise<boolean> =>
  until(async () => {
    const [shownCount, shownSum] = await totalsOf(lane)
    return shownCount === count && shownSum === sum
  }, `${count} ${sum}`)

async function salesProcess(crm: Crm): Promise<{ process: string; stages: string[] }> {
  const process = await crm.create('SalesProcessSetup', { Key: null, Description: 'Fridges' })
  const stages: string[] = []
  for (const [Description, TargetAge] of [
    ['Talk', 7],
    ['Offer', 3],
    ['Contract', 0],
  ] as const) {
    const stage = { Key: null, SalesProcessSetupKey: process, Description, TargetAge, ProbabilityClose: 50 }
    stages.push(await crm.create('SalesStageSetup', stage))
  }
  return { process, stages }
}

describe('the board', () => {
  consoleSuite('console board', desk => {
    let path = ''
    let stages: string[] = []
    let process = ''
    const opportunity = (Objective: string, amount: number, more: Json = {}): Promise<string> =>
      desk().crm.create('Opportunity', {
        Key: null,
        Objective,
        ForecastRevenue: amount,
        SalesProcessSetupKey: process,
        SalesStageSetupKey: stages[0],
        ...more,
      })

    before(async () => {
      const { crm } = desk()
      ;({ process, stages } = await salesProcess(crm))
      const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: 'Lakeside Foods' })
      await opportunity('Ten fridges', 0.1, { AbEntryKey })
      await opportunity('Cold store', 0.2, { AbEntryKey })
      await opportunity('Ice machine', 1000, { AbEntryKey, SalesStageSetupKey: stages[1] })
      path = `board?process=${encodeURIComponent(process)}`
    })

    test('shows each stage with its count, the exact sum of the server, and its cards, within the filter of the address', async () => {
      const { crm, open } = desk()
      const opened = await open(path, { until: '[data-card]' })
      const { page } = opened
      assert.deepEqual(await totalsOf(laneNamed(page, 'Talk')), ['2', '$0.30'])
      assert.deepEqual(await totalsOf(laneNamed(page, 'Offer')), ['1', '$1,000.00'])
      assert.deepEqual(await totalsOf(laneNamed(page, 'Contract')), ['0', '–'])
      assert.match(
        (await cardIn(laneNamed(page, 'Talk'), 'Cold store').textContent()) ?? '',
        /Lakeside Foods.*0 of 7 days/,
      )
      await page.getByText('3 open opportunities').waitFor()
      await checkScreen(opened, crm, 'board')

      // Its search and filter are those of the address.
      await goTo(page, `/d/${crm.database.name}/${path}&q=lakeside&filter=ForecastRevenue~gt~100`)
      await totalsAre(laneNamed(page, 'Talk'), '0', '–')
      await totalsAre(laneNamed(page, 'Offer'), '1', '$1,000.00')
      await page.getByRole('searchbox', { name: 'Search opportunities and companies' }).fill('nothing')
      await totalsAre(laneNamed(page, 'Offer'), '0', '–')
      assert.equal(new URL(page.url()).searchParams.get('q'), 'nothing')
    })

    test('a card that is dropped stays where it is, the sums follow, undo brings it back, and a sale is won and opened again', async () => {
      const { crm, open } = desk()
      const { page, complaints } = await open(path, { until: '[data-card]' })
      const [talk, contract] = [laneNamed(page, 'Talk'), laneNamed(page, 'Contract')]
      const key = (await cardIn(talk, 'Ten fridges').getAttribute('data-card')) ?? ''
      const places: string[] = []
      await page.exposeFunction('placed', (lane: string) => places.push(lane))
      await page.evaluate(`new MutationObserver(() => {
        const card = document.querySelector('[data-card="${key}"]')
        placed(card?.closest('[data-lane]')?.dataset.lane ?? 'nowhere')
      }).observe(document.querySelector('main'), { childList: true, subtree: true })`)
      await cardIn(talk, 'Ten fridges').dragTo(contract)
      await cardIn(contract, 'Ten fridges').waitFor()
      await totalsAre(contract, '1', '$0.10')
      await totalsAre(talk, '1', '$0.20')
      const stageOf = async () => (await crm.get('Opportunity', key, { SalesStageSetupKey: 1 })).SalesStageSetupKey
      assert.equal(await stageOf(), stages[2])
      const after = places.indexOf(stages[2] ?? '')
      assert.deepEqual([...new Set(places.slice(after))], [stages[2]], 'the card jumped')
      await page.getByRole('button', { name: 'Undo' }).click()
      await cardIn(talk, 'Ten fridges').waitFor()
      await totalsAre(talk, '2', '$0.30')
      assert.equal(await stageOf(), stages[0])

      // A sale that is won counts with its forecast, and can be opened again.
      const offer = laneNamed(page, 'Offer')
      const ice = (await cardIn(offer, 'Ice machine').getAttribute('data-card')) ?? ''
      await cardIn(offer, 'Ice machine').dragTo(laneNamed(page, 'Won'))
      await totalsAre(laneNamed(page, 'Won'), '1', '$1,000.00')
      const won = await crm.get('Opportunity', ice, { Status: 1, ActualRevenue: 1 })
      assert.deepEqual(won, { Status: 3, ActualRevenue: 1000 })
      await page.keyboard.press('c')
      await cardIn(laneNamed(page, 'Won'), 'Ice machine').dragTo(offer)
      await totalsAre(offer, '1', '$1,000.00')
      assert.equal((await crm.get('Opportunity', ice, { Status: 1 })).Status, 2)
      assert.deepEqual(complaints, [])
    })

    test('keys alone move a card to a stage, and say so', async () => {
      const { open } = desk()
      const { page } = await open(path, { until: '[data-card]' })
      await page.keyboard.press('j')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('m')
      await page.getByRole('menuitem', { name: 'Contract' }).waitFor()
      await page.keyboard.press('3')
      const contract = laneNamed(page, 'Contract')
      await totalsAre(contract, '1', '$1,000.00')
      await page
        .getByRole('status')
        .getByText('Moved “Ice machine” from Offer to Contract.')
        .waitFor({ state: 'attached' })
      await cardIn(contract, 'Ice machine').locator('a:focus').waitFor()
      await page.keyboard.press('Shift+ArrowLeft')
      await totalsAre(laneNamed(page, 'Offer'), '1', '$1,000.00')
      await page.keyboard.press('Control+z')
      await totalsAre(contract, '1', '$1,000.00')
      await page.keyboard.press('Control+z')
      await totalsAre(laneNamed(page, 'Offer'), '1', '$1,000.00')
    })

    test('25 cards are shown, more by page keys, and moves of others are followed', async () => {
      const { crm, open } = desk()
      const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: 'Many Ltd' })
      await crm.ok('Create', {
        Opportunity: {
          Data: Array.from({ length: 30 }, (_, at) => ({
            Key: null,
            AbEntryKey,
            Objective: `Many ${at}`,
            ForecastRevenue: at,
            SalesProcessSetupKey: process,
            SalesStageSetupKey: stages[2],
          })),
        },
      })
      const { page } = await open(`${path}&q=many`, { until: '[data-card]', follows: true })
      const contract = laneNamed(page, 'Contract')
      await totalsAre(contract, '30', '$435.00')
      assert.equal(await contract.locator('[data-card]').count(), 25)
      await contract.getByRole('button', { name: 'Show 5 more' }).click()
      await until(async () => (await contract.locator('[data-card]').count()) === 30, '30 cards')
      await cardIn(contract, 'Many 0').dragTo(laneNamed(page, 'Talk'))
      await totalsAre(laneNamed(page, 'Talk'), '1', '$0.00')
      await cardIn(laneNamed(page, 'Talk'), 'Many 0').waitFor()
      const key = (await cardIn(contract, 'Many 1').first().getAttribute('data-card')) ?? ''
      await crm.ok('Update', { Opportunity: { Data: { Key: key, SalesStageSetupKey: stages[1] } } })
      await laneNamed(page, 'Offer').locator(`[data-card="${key}"]`).waitFor()
    })

    test('a card goes back when its move is refused, with the reason', async () => {
      const { crm, open } = desk()
      const spare = { Key: null, SalesProcessSetupKey: process, Description: 'Spare' }
      const stage = await crm.create('SalesStageSetup', spare)
      const { page } = await open(path, { until: '[data-card]', isDeaf: true })
      await crm.ok('Delete', { SalesStageSetup: { Data: { Key: stage } } })
      await cardIn(laneNamed(page, 'Talk'), 'Ten fridges').dragTo(laneNamed(page, 'Spare'))
      await page.getByText('SalesStageSetupKey').waitFor()
      await cardIn(laneNamed(page, 'Talk'), 'Ten fridges').waitFor()
    })

    test('a phone moves by the menu of the card', async () => {
      const { crm, open } = desk()
      const { page, complaints } = await open(path, { until: '[data-card]', isPhone: true })
      await page.getByRole('button', { name: 'Move “Ice machine” to another stage' }).click()
      await page.getByRole('menuitem', { name: 'Lost' }).click()
      await until(async () => {
        const { Data } = (
          await crm.ok('Read', {
            Opportunity: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Status: { $EQ: 4 } } } },
          })
        ).Opportunity as { Data: unknown[] }
        return Data.length === 1
      }, 'it is lost')
      assert.deepEqual(complaints, [])
    })
  })
})
