// Does the jobs of a day in the console as people do them: on an empty database, on a full one, and on a German one.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addSampleData } from '../../src/seed/sample-data.ts'
import type { Crm, Json } from '../support/crm.ts'
import { until } from '../support/until.ts'
import { consoleSuite, goTo } from './support.ts'
import { consoleModule } from './walks.ts'

const dictionaries: Record<'en' | 'de', Json> = {
  en: (await consoleModule('texts/en/index.ts')).default,
  de: (await consoleModule('texts/de/index.ts')).default,
}

/** A database, and the language in which its administrator works there. */
interface World {
  readonly crm: Crm
  readonly words: Json
  readonly language: string
}

/** The stages of the usual process, as a German database names them. */
const germanStages: Readonly<Record<string, string>> = {
  Qualification: 'Qualifizierung',
  'Needs analysis': 'Bedarf',
  Proposal: 'Angebot',
  Negotiation: 'Verhandlung',
  Closing: 'Abschluss',
}

/** The suite's server, with another of its databases. */
async function within(crm: Crm, name: string, currency: string, person: Json): Promise<Crm> {
  const database = await crm.addDatabase(name, currency)
  const admin = await crm.addPerson('MASTER', { Admin: true, ...person }, database)
  return {
    ...crm,
    ...{ database, admin, user: admin },
    ok: (operation, body, as = admin) => crm.ok(operation, body, as),
    create: (entity, data, as = admin) => crm.create(entity, data, as),
    get: (entity, key, fields, as = admin) => crm.get(entity, key, fields, as),
  }
}

async function stagesOf(crm: Crm): Promise<{ Key: string; Description: string }[]> {
  const content = { Scope: { Fields: { Key: 1, Description: 1 } }, OrderBy: { Fields: [{ Sequence: 'ASC' }] } }
  return (await crm.ok('Read', { SalesStageSetup: content })).SalesStageSetup.Data
}

const worlds: Readonly<Record<string, (crm: Crm) => Promise<World>>> = {
  'an empty database': async crm => ({ crm, words: dictionaries.en, language: 'en-US' }),
  'a full database': async crm => {
    const full = await within(crm, 'harbour', 'USD', { FirstName: 'Mary', LastName: 'Master' })
    const { store, clock, settings } = crm.server
    await addSampleData({ store, clock, settings }, full.database.name)
    return { crm: full, words: dictionaries.en, language: 'en-US' }
  },
  'a German database': async crm => {
    const person = { FirstName: 'Mia', LastName: 'Müßig', Culture: 'de-DE', TimeZone: 'Europe/Berlin' }
    const german = await within(crm, 'hafen', 'EUR', person)
    const Data = (await stagesOf(german)).map(({ Key, Description }) => ({
      Key,
      Description: germanStages[Description],
    }))
    await german.ok('Update', { SalesStageSetup: { Data } })
    return { crm: german, words: dictionaries.de, language: 'de-DE' }
  },
}

const longAgo = '2020-01-02T09:00:00Z'
/** More than any sale of the sample data, so that its card is the first one. */
const revenue = 9_000_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function readOne(crm: Crm, entity: string, query: Json, fields: Json): Promise<Json> {
  const content = { Scope: { Fields: fields }, Criteria: { SearchQuery: query } }
  return (await crm.ok('Read', { [entity]: content }))[entity].Data[0]
}

consoleSuite('console jobs', desk => {
  for (const [title, make] of Object.entries(worlds)) {
    describe(`on ${title}`, () => {
      let world: World
      before(async () => {
        world = await make(desk().crm)
      })
      const visit = async (path: string) => {
        const { crm, language } = world
        const opened = await desk().open(path, { within: crm, language })
        return { ...opened, ...world, to: (next: string) => goTo(opened.page, `/d/${crm.database.name}/${next}`) }
      }

      test('a salesperson ticks off what is overdue, calls, and plans what comes next', async () => {
        const { crm } = world
        const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: 'Gärtnerei Müßig' })
        await crm.create('Task', { Key: null, AbEntryKey, Activity: 'Print the menu cards', DateTime: longAgo })
        const { page, words, complaints } = await visit('')
        const due = page.getByRole('region', { name: words.start.tasks.title })
        const first = due.getByRole('heading', { level: 3 }).first()
        await due.getByText('Print the menu cards').waitFor()
        assert.ok((await first.textContent())?.startsWith(words.start.tasks.overdue('')), 'what is overdue comes first')
        await page.getByRole('checkbox', { name: words.day.complete('Print the menu cards') }).click()
        await until(
          async () => (await readOne(crm, 'Task', { Activity: 'Print the menu cards' }, { Completed: 1 })).Completed,
          'the completed task',
        )

        await goTo(page, `/d/${crm.database.name}/entries/${AbEntryKey.replace(/=+$/, '')}`)
        await button(page, words.record.actions.call).click()
        await page.getByRole('textbox', { name: words.record.composer.subject }).fill('Talked about ovens')
        await button(page, words.record.composer.saveCallAndTask).click()
        const next = page.getByRole('textbox', { name: words.record.composer.task })
        await until(async () => (await next.inputValue()).endsWith('Talked about ovens'), 'the follow-up')
        await page.keyboard.press('Control+Enter')
        await until(
          async () => await readOne(crm, 'Task', { AbEntryKey, Completed: false }, { Activity: 1 }),
          'the planned task',
        )
        assert.deepEqual(complaints, [])
      })

      test('she adds a sale for a new company, moves it to the third stage, and wins it', async () => {
        const { crm, page, words, complaints } = await visit('board')
        const { labels, record } = words
        const stages = await stagesOf(crm)
        await button(page, words.entities.Opportunity.new).first().click()
        const form = page.getByRole('dialog', { name: words.entities.Opportunity.new })
        await form.getByRole('textbox', { name: labels.Objective }).fill('Two cold rooms')
        await form.getByRole('textbox', { name: labels.AbEntry }).focus()
        await page.keyboard.type('Café Über')
        await page.getByRole('option', { name: words.fields.make.Company('Café Über') }).waitFor()
        await page.keyboard.press('Enter')
        await until(
          async () => (await form.getByRole('textbox', { name: labels.AbEntry }).inputValue()) === 'Café Über',
          'the company',
        )
        await form.getByRole('textbox', { name: labels.ForecastRevenue }).fill(String(revenue))
        await form.getByRole('button', { name: words.ui.add, exact: true }).click()
        await page.getByRole('link', { name: 'Two cold rooms' }).click()

        const head = page.getByRole('region', { name: record.sale.facts })
        const [, , third] = stages.map(({ Description }) => Description)
        await head.getByRole('button', { name: record.sale.toStage(third) }).click()
        await head.getByRole('button', { name: record.sale.here(third) }).waitFor()
        await head.getByRole('button', { name: record.sale.won, exact: true }).click()
        const end = page.getByRole('dialog', { name: record.sale.won })
        await end.getByRole('button', { name: record.sale.won }).click()
        await head.getByRole('button', { name: record.sale.reopen }).waitFor()
        const fields = { Status: 1, SalesStageSetupKey: 1, ActualRevenue: 1 }
        const sale = await readOne(crm, 'Opportunity', { Objective: 'Two cold rooms' }, fields)
        assert.deepEqual([sale.Status, sale.SalesStageSetupKey, sale.ActualRevenue], [3, stages[2]?.Key, revenue])
        assert.deepEqual(complaints, [])
      })

      test('a manager lists the sales of a city with their sum, and groups them by owner', async () => {
        const { crm } = world
        const Address = { City: 'Görlitz' }
        const AbEntryKey = await crm.create('AbEntry', { Key: null, CompanyName: 'Neiße GmbH', Address })
        for (const [Objective, ForecastRevenue] of [
          ['Ovens', 1000],
          ['Lamps', 200],
        ]) {
          await crm.create('Opportunity', { Key: null, AbEntryKey, Objective, ForecastRevenue })
        }
        const { page, words, complaints } = await visit('opportunities')
        const { labels } = words
        const city = [labels.AbEntry, labels.Address, labels.City].join(' · ')
        await button(page, words.filter.add).click()
        await page.keyboard.type(city)
        await page.getByRole('option', { name: city, exact: true }).click()
        await page.getByRole('textbox', { name: labels.City, exact: true }).fill('Görlitz')
        await page.keyboard.press('Enter')
        await page.getByRole('status', { name: words.list.records('2') }).waitFor()
        await page.keyboard.press('Escape')
        const amount = page.getByRole('columnheader', { name: labels.ForecastRevenue })
        await amount.getByRole('button').click({ button: 'right' })
        await page.getByRole('menuitem', { name: words.table.show.sum }).click()
        await page.getByText(/1[.,]200[.,]00/).waitFor()
        await button(page, words.list.groups.group).click()
        await page.getByPlaceholder(words.fields.findField).fill(labels.Leader)
        await page.getByRole('option', { name: labels.Leader, exact: true }).click()
        await page
          .getByRole('row', { name: /M.*2.*1[.,]200[.,]00/ })
          .first()
          .waitFor()
        assert.deepEqual(complaints, [])
      })

      test('an administrator invites a colleague, adds a stage and a field, and finds both in the forms', async () => {
        const { page, words, to, complaints } = await visit('setup/users')
        const { invitations: t, setup } = words
        await button(page, t.invite).click()
        await page.getByRole('textbox', { name: t.addresses }).fill('Zoe Zander <zoe@example.com>')
        await button(page, t.submit(1)).click()
        const list = page.getByRole('table', { name: t.title })
        await list.getByRole('row', { name: new RegExp(`zoe@example.com.*${t.statuses.pending}`) }).waitFor()

        await to('setup/processes')
        await page.getByRole('textbox', { name: setup.processes.newStage }).first().fill('Rückruf')
        await page.keyboard.press('Enter')
        await page.getByRole('listitem').filter({ hasText: 'Rückruf' }).waitFor()
        await to('setup/fields')
        await button(page, setup.fields.make).first().click()
        await page.getByRole('dialog').getByLabel(setup.fields.name).fill('Kundennummer')
        await page.getByRole('dialog').getByRole('button', { name: words.ui.add, exact: true }).click()
        await button(page, 'Kundennummer').waitFor()

        await to('opportunities?new=1')
        await page.getByRole('dialog').getByRole('textbox', { name: words.labels.SalesStageSetup }).click()
        await page.getByRole('option', { name: 'Rückruf' }).waitFor()
        await to('entries?new=1')
        const form = page.getByRole('dialog', { name: words.entities.AbEntry.new })
        await button(page, words.ui.moreFields).click()
        await form.getByRole('textbox', { name: 'Kundennummer' }).waitFor()
        assert.deepEqual(complaints, [])
      })
    })
  }
})
