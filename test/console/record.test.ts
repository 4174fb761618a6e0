// Tests the page of a record: fields in place, timeline, quick actions, documents, history, access, delete, conflicts, and privacy requests.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/browser.ts'
import type { Crm } from '../support/crm.ts'
import { unzip } from '../support/unzip.ts'
import { checkScreen, consoleSuite } from './support.ts'

const path = (key: string): string => `entries/${key.replace(/=+$/, '')}`

/** A company with something of everything. */
async function makeCompany(crm: Crm, name: string): Promise<string> {
  const company = await crm.create('AbEntry', {
    ...{ Key: null, Type: 'Company', CompanyName: name, Website: 'https://lake.example' },
    ...{ Email1: { Address: 'info@lake.example' }, Address: { City: 'Ottawa', Country: 'Canada' } },
  })
  await crm.create('AbEntry', { Key: null, ParentKey: company, FirstName: 'Mia', LastName: 'Stone' })
  await crm.create('Opportunity', { Key: null, AbEntryKey: company, Objective: 'Two ovens', ForecastRevenue: 1200 })
  await crm.create('Interaction', {
    ...{ Key: null, AbEntryKey: company, Type: '60001', Subject: 'Asked for a quote', Direction: 1 },
    StartDate: '2026-03-09T08:30:00Z',
  })
  await crm.create('Note', { Key: null, ParentKey: company, Text: 'They open at ten.' })
  return company
}

/** Edits a field of the details by mouse and leaves the editor open. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${field}`, exact: true }).click()
  await page.getByRole('textbox', { name: field, exact: true }).fill(text)
}

describe('the page of a record', () => {
  consoleSuite('console record', desk => {
    test('shows the notes, interactions and contacts of the record', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Lakeside Foods')
      const opened = await open(path(company), { until: 'text=They open at ten.' })
      const { page } = opened
      await page.getByText('Asked for a quote').waitFor()
      await page.getByText('Monday, March 9').waitFor()
      await page.getByTitle('Required').first().waitFor()
      assert.equal(await page.getByRole('tab', { name: /Contacts/ }).textContent(), 'Contacts1')
      await checkScreen(opened, crm, 'record')
      await page.getByRole('button', { name: 'Notes', exact: true }).click()
      await page.getByText('Asked for a quote').waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).searchParams.get('show'), 'notes')
      await page.getByRole('tab', { name: /Contacts/ }).click()
      await page.getByRole('link', { name: 'Mia Stone' }).waitFor()
      await checkScreen(opened, crm, 'record-contacts')
    })

    test('a company with 120 contacts shows how many it has, and the rest of them on request', async () => {
      const { crm, open } = desk()
      const company = await crm.create('AbEntry', { Key: null, Type: 'Company', CompanyName: 'Wide Rivers' })
      const Data = Array.from({ length: 120 }, (_, at) => ({
        ...{ Key: null, ParentKey: company, FirstName: 'Ann' },
        LastName: `Reed ${String(at).padStart(3, '0')}`,
      }))
      await crm.ok('Create', { AbEntry: { Data } })
      const opened = await open(`${path(company)}?tab=contacts`, { until: 'text=50 of 120 shown' })
      const { page } = opened
      assert.equal(await page.getByRole('tab', { name: /Contacts/ }).textContent(), 'Contacts120')
      await checkScreen(opened, crm, 'record-long-list')
      for (const shown of ['100 of 120 shown', 'Reed 119']) {
        await page.getByRole('button', { name: 'Show more' }).click()
        await page.getByText(shown).waitFor()
      }
      await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Ann Reed 000' }).waitFor()
    })

    test('edits a field in place, shows why a value is refused, and undoes', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Harbour Ferries')
      const { page } = await open(path(company), { until: '#details' })
      await type(page, 'Company', 'Harbour Ferries Ltd')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Harbour Ferries Ltd', level: 2 }).waitFor()
      assert.equal((await crm.get('AbEntry', company, { CompanyName: 1 })).CompanyName, 'Harbour Ferries Ltd')
      await page.keyboard.press('Control+z')
      await page.getByRole('heading', { name: 'Harbour Ferries', level: 2, exact: true }).waitFor()

      await type(page, 'Company', ' ')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('is mandatory').waitFor()
      await page.keyboard.press('Escape')
      assert.equal((await crm.get('AbEntry', company, { CompanyName: 1 })).CompanyName, 'Harbour Ferries')
    })

    test('asks which value to keep after another user has changed the same field', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Meadow Dairy')
      const { page } = await open(path(company), { until: '#details' })
      await type(page, 'Company', 'Meadow One')
      await crm.ok('Update', { AbEntry: { Data: { Key: company, CompanyName: 'Meadow Two' } } })
      // The page shows the other change before the person saves an edit that began with the old value.
      await page.getByRole('heading', { name: 'Meadow Two', level: 2 }).waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
      await dialog.getByText('Meadow Two').waitFor()
      await dialog.getByText('Meadow Dairy').waitFor()
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('heading', { name: 'Meadow One', level: 2 }).waitFor()
      assert.equal((await crm.get('AbEntry', company, { CompanyName: 1 })).CompanyName, 'Meadow One')

      await page.getByRole('button', { name: 'Edit Company', exact: true }).click()
      await crm.ok('Update', { AbEntry: { Data: { Key: company, CompanyName: 'Meadow Three' } } })
      await page.getByRole('heading', { name: 'Meadow Three', level: 2 }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Edit Company', exact: true }).waitFor()
      const { CompanyName } = await crm.get('AbEntry', company, { CompanyName: 1 })
      assert.equal(CompanyName, 'Meadow Three', 'an editor that is left as it was changes nothing')
    })

    test('logs a call, a note and a task by keys alone', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Quarry Tools')
      const opened = await open(path(company), { until: '#details' })
      const { page } = opened
      await page.keyboard.press('c')
      await page.getByRole('textbox', { name: 'What was it about?' }).waitFor()
      await page.keyboard.type('Delivery date')
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'What was it about?' }).waitFor({ state: 'hidden' })
      await page.getByText('Delivery date').waitFor()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Write a note…' }).waitFor()
      await page.keyboard.type('Prefers mail.')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('textbox', { name: 'Write a note…' }).waitFor({ state: 'hidden' })
      await page.getByText('Prefers mail.').waitFor()
      await page.keyboard.press('t')
      await page.getByRole('textbox', { name: 'What needs to be done?' }).waitFor()
      await page.keyboard.type('Send the offer')
      await page.keyboard.press('Enter')
      await page.getByText('Added a task').waitFor()
      const found = await crm.ok('Read', {
        Interaction: {
          Scope: { Fields: { Subject: 1, Type: 1 } },
          Criteria: { SearchQuery: { AbEntryKey: { $EQ: company } } },
        },
      })
      assert.ok(found.Interaction.Data.some(({ Subject }: { Subject: string }) => Subject === 'Delivery date'))
      await page.getByRole('tab', { name: /Tasks/ }).click()
      await page.getByRole('checkbox', { name: 'Complete Send the offer' }).click()
      await page.getByText('Completed Send the offer').first().waitFor()
      assert.deepEqual(opened.complaints, [])
    })

    test('logs a call in two clicks, which can be undone', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Valley Farms')
      const { page } = await open(path(company), { until: '#details' })
      await page.getByRole('button', { name: 'Log a call' }).click()
      await page.getByRole('button', { name: 'Log call', exact: true }).click()
      const call = page.getByText('Phone call', { exact: true })
      await call.waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await call.waitFor({ state: 'detached' })
    })

    test('takes a file as a document and gives it back', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Summit Print')
      const { page } = await open(`${path(company)}?tab=documents`, { until: 'text=No documents yet' })
      const file = { name: 'offer.final.txt', mimeType: 'text/plain', buffer: Buffer.from('Two deck ovens.') }
      await page.locator('input[type=file]').last().setInputFiles(file)
      const button = page.getByRole('button', { name: 'Download offer.final.txt' })
      await button.waitFor()
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      assert.equal(download.suggestedFilename(), 'offer.final.txt')
      assert.equal(readFileSync(await download.path(), 'utf8'), 'Two deck ovens.')
    })

    test('puts a value of the history back', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Granite Works')
      await crm.ok('Update', { AbEntry: { Data: { Key: company, CompanyName: 'Granite Group', Division: 'North' } } })
      const opened = await open(`${path(company)}?tab=history`, { until: 'text=changed 2 fields' })
      const { page } = opened
      await checkScreen(opened, crm, 'record-history')
      await page.getByRole('button', { name: 'Restore this value: Company' }).click()
      await page.getByRole('heading', { name: 'Granite Works', level: 2 }).waitFor()
      const { CompanyName, Division } = await crm.get('AbEntry', company, { CompanyName: 1, Division: 1 })
      assert.deepEqual([CompanyName, Division], ['Granite Works', 'North'])
    })

    test('deletes the record, confirms it, and restores it', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Willow Toys')
      const { page } = await open(path(company), { until: '#details' })
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('Willow Toys is in the recycle bin').waitFor()
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('heading', { name: 'Willow Toys', level: 2 }).waitFor()
      assert.equal((await crm.get('AbEntry', company, { CompanyName: 1 })).CompanyName, 'Willow Toys')
    })

    test('hands over everything about a person as an archive, and erases the person for good', async () => {
      const { crm, open } = desk()
      const key = await crm.create('AbEntry', { Key: null, Type: 'Individual', FirstName: 'Nora', LastName: 'Vale' })
      await crm.create('Note', { Key: null, ParentKey: key, Text: 'Prefers letters.' })
      const theirs = await open(path(key), { as: crm.user, until: '#details' })
      await theirs.page.getByRole('button', { name: 'More actions' }).click()
      await theirs.page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
      assert.equal(await theirs.page.getByRole('menuitem', { name: 'Erase' }).count(), 0)

      const { page, complaints } = await open(path(key), { until: '#details' })
      const choose = async (name: string): Promise<void> => {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name }).click()
      }
      const [download] = await Promise.all([page.waitForEvent('download'), choose('Everything about this person')])
      assert.equal(download.suggestedFilename(), 'Nora Vale.zip')
      const files = unzip(readFileSync(await download.path()))
      assert.equal(JSON.parse(files.get('person.json') ?? '{}').LastName, 'Vale')
      assert.match(files.get('Note.json') ?? '', /Prefers letters/)

      await choose('Erase')
      const dialog = page.getByRole('dialog', { name: 'Erase Nora Vale for good?' })
      await dialog.waitFor()
      assert.deepEqual(await accessibilityFaults(page), [])
      await page.keyboard.type('Nora')
      assert.ok(await dialog.getByRole('button', { name: 'Erase for good' }).isDisabled())
      await page.keyboard.type(' vale')
      await page.keyboard.press('Enter')
      await page.getByText('Erased Nora Vale').waitFor()
      await page.getByText(/Removed: .*Note 1/).waitFor()
      await page.waitForURL(/\/entries$/)
      const criteria = { SearchQuery: { Key: { $EQ: key } } }
      for (const Options of [{}, { Deleted: true }]) {
        const left = await crm.ok('Read', { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: criteria, Options } })
        assert.deepEqual(left.AbEntry.Data, [])
      }
      assert.deepEqual(complaints, [])
    })

    test('shows a user without the right to write why the record cannot be changed', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Private Ltd')
      await crm.ok('Update', { AbEntry: { Data: { Key: company, SecAccess: { Write: [crm.admin.key] } } } })
      const opened = await open(`${path(company)}?tab=access`, { as: crm.user, until: '#details' })
      const { page } = opened
      await page.getByText('You can read this record, but not edit it').waitFor()
      await page.getByText('Only these can edit it').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Edit Company' }).count(), 0)
      await checkScreen(opened, crm, 'record-access')
    })

    test('shows changes of other users, and leads to the next record', async () => {
      const { crm, open } = desk()
      const first = await crm.create('AbEntry', { Key: null, CompanyName: 'Zebra One' })
      await crm.create('AbEntry', { Key: null, CompanyName: 'Zebra Two' })
      const { page } = await open(path(first), { until: '#details', follows: true })
      await crm.ok('Update', { AbEntry: { Data: { Key: first, Department: 'Stables' } } })
      await page.getByText('Stables').first().waitFor()
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: 'Zebra Two', level: 2 }).waitFor()
      await page.locator('button[aria-label="Previous record"]:enabled').waitFor()
      await page.keyboard.press('k')
      await page.getByRole('heading', { name: 'Zebra One', level: 2 }).waitFor()
    })

    test('opens records of other entities with the same page, and reports a missing record', async () => {
      const { crm, open } = desk()
      const company = await makeCompany(crm, 'Orchard Juice')
      const deal = await crm.create('Opportunity', { Key: null, AbEntryKey: company, Objective: 'Press' })
      const opened = await open(`opportunities/${deal.replace(/=+$/, '')}`, { until: '#details' })
      await opened.page.getByRole('link', { name: 'Orchard Juice' }).first().waitFor()
      await opened.page.getByRole('button', { name: 'Edit Objective', exact: true }).waitFor()
      await checkScreen(opened, crm, 'record-opportunity')
      const missing = await open(path(`${company.slice(0, -6)}AAAA==`), { until: 'text=Record not found' })
      assert.deepEqual(missing.complaints, [])
    })
  })
})
