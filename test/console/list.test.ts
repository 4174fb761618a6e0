// Tests the lists of the console: search, filters, order, views, edits in place, acts on many, keys, long lists.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults, picture } from '../support/browser.ts'
import type { Crm } from '../support/crm.ts'
import { eventually } from '../support/until.ts'
import { checkScreen, consoleSuite, goTo } from './support.ts'

type Desk = ReturnType<Parameters<Parameters<typeof consoleSuite>[1]>[0]>

const rows = (page: Page) => page.locator('[role=row][data-key]')

/** The names of the rows that are drawn, from the top. */
const names = (page: Page): Promise<string[]> => page.locator('[role=row][data-key] a').allInnerTexts()

/** Waits until the list shows these names. */
const shows = (page: Page, wanted: readonly string[]): Promise<void> =>
  eventually(async () => assert.deepEqual(await names(page), wanted))

const param = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name)

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

interface Book {
  readonly lake: string
  readonly harbour: string
  readonly nora: string
}

/** Two companies, a contact and an individual, with a field of the database's own. */
async function makeBook(crm: Crm): Promise<Book> {
  const { Key: segment } = (
    await crm.ok('Create', {
      Schema: {
        Data: {
          Key: '/AbEntry/Udf',
          Name: 'Segment',
          Type: 'EnumField<StringItem>',
          Items: [{ Value: 'Gold' }, { Value: 'Silver' }],
        },
      },
    })
  ).Schema.Data
  const lake = await crm.create('AbEntry', {
    Key: null,
    CompanyName: 'Lakeside Bakery',
    Email: 'info@lakeside.example',
    Phone: '+1 613 555 0101',
    Address: { City: 'Ottawa' },
    LastContactDate: daysAgo(3),
    AccountManager: { Uid: 'MASTER' },
    [segment]: '1',
  })
  const harbour = await crm.create('AbEntry', {
    Key: null,
    CompanyName: 'Harbour Ltd',
    Address: { City: 'Halifax' },
    LastContactDate: daysAgo(50),
  })
  const nora = await crm.create('AbEntry', {
    Key: null,
    Type: 'Contact',
    ParentKey: lake,
    FirstName: 'Nora',
    LastName: 'Quinn',
  })
  await crm.create('AbEntry', { Key: null, Type: 'Individual', FirstName: 'Bo', LastName: 'Zimmer' })
  return { lake, harbour, nora }
}

const everybody = ['Bo Zimmer', 'Harbour Ltd', 'Lakeside Bakery', 'Nora Quinn']

describe('the lists of the console', () => {
  consoleSuite('console list', desk => {
    let book: Book
    test('shows the address book by name, and is a screen like the others', async () => {
      const { crm, open } = desk()
      book = await makeBook(crm)
      const opened = await open('entries', { until: '[role=row][data-key]' })
      await shows(opened.page, everybody)
      await opened.page.getByRole('status', { name: '4 records' }).waitFor()
      assert.equal(await opened.page.getByRole('grid').getAttribute('aria-rowcount'), '5')
      await checkScreen(opened, crm, 'entries')
    })

    searches(desk)
    forgives(desk)
    filters(desk)
    orders(desk)
    views(desk)
    edits(desk, () => book)
    marksReadOnly(desk, () => book)
    actsOnMany(desk)
    worksByKeys(desk, () => book)
    isLong(desk)
    isWide(desk, () => book)
    creates(desk)
    listsEverything(desk)
    tellsRowsApart(desk)
  })
})

function searches(desk: () => Desk): void {
  test('searches as one types, at the beginnings of words, and offers to look anywhere', async () => {
    const { crm, open } = desk()
    const opened = await open('entries', { until: '[role=row][data-key]' })
    const { page } = opened
    await page.keyboard.press('/')
    await page.keyboard.type('lak')
    await shows(page, ['Lakeside Bakery'])
    assert.equal(param(page, 'q'), 'lak')
    await page.getByRole('searchbox').fill('keside')
    await page.getByText('No results for “keside”').waitFor()
    await page.getByText('beginning of words').waitFor()
    await page.getByRole('heading', { name: 'Address book' }).click()
    await checkScreen(opened, crm, 'entries-nothing-found')
    await page.getByRole('button', { name: /anywhere in the name/ }).click()
    await shows(page, ['Lakeside Bakery'])
    await page.getByRole('button', { name: 'Clear search' }).click()
    await shows(page, everybody)
  })
}

function forgives(desk: () => Desk): void {
  test('forgives a typing error: what is near stands below what is exact, and is marked', async () => {
    const { crm, open } = desk()
    const opened = await open('entries', { until: '[role=row][data-key]' })
    const { page } = opened
    await page.keyboard.press('/')
    await page.keyboard.type('lakesyde')
    const similar = page.getByRole('region', { name: 'Similar names' })
    await similar.getByRole('link', { name: 'Lakeside Bakery' }).waitFor()
    await page.getByText('No results for “lakesyde”').waitFor()
    // The keys of the screen do not work in the box.
    await similar.getByRole('heading').click()
    await checkScreen(opened, crm, 'entries-similar')
    await similar.getByRole('button', { name: 'Show as a list' }).click()
    await shows(page, ['Lakeside Bakery'])
    await page.getByRole('button', { name: 'Exact matches only' }).click()
    await similar.waitFor()
    // The palette forgives it too, and a phone number is found however it is written.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lakesyde')
    await page
      .getByRole('group', { name: 'Similar names' })
      .getByRole('option', { name: /Lakeside Bakery/ })
      .waitFor()
    await page.keyboard.press('Escape')
    for (const q of ['001 613-555.0101', '@lakeside.example', 'lakeside.example']) {
      await goTo(page, `/d/${crm.database.name}/entries?q=${encodeURIComponent(q)}`)
      await shows(page, ['Lakeside Bakery'])
    }
  })
}

function filters(desk: () => Desk): void {
  test('filters by type, by a field with an operator and by alternatives in groups, in one address', async () => {
    const { crm, open } = desk()
    const { page } = await open('entries', { until: '[role=row][data-key]' })
    await page.locator('label', { hasText: 'Companies' }).click()
    await shows(page, ['Harbour Ltd', 'Lakeside Bakery'])
    assert.equal(param(page, 'filter'), 'Type~in~Company')

    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.keyboard.type('last contact')
    await page.getByRole('option', { name: 'Last contact', exact: true }).click()
    await page.getByLabel('Operator for Last contact').selectOption('in the last')
    await shows(page, ['Lakeside Bakery'])
    assert.equal(param(page, 'filter'), 'Type~in~Company*LastContactDate~last~7~D')
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.goForward()
    await page.reload()
    await shows(page, ['Lakeside Bakery'])

    const groups = 'filter=Type~in~Company*o(Address/City~starts~Hal*Phone~filled)'
    await goTo(page, `/d/${crm.database.name}/entries?${groups}`)
    await shows(page, ['Harbour Ltd', 'Lakeside Bakery'])
    await page.getByRole('button', { name: '3 conditions' }).click()
    await picture(page, 'console-entries-filter-tree')
    assert.deepEqual(await accessibilityFaults(page), [])
    const group = page.getByRole('group', { name: 'Any condition' })
    await group.getByRole('button', { name: 'Remove condition' }).last().click()
    await shows(page, ['Harbour Ltd'])
    await group.getByLabel('Match').waitFor({ state: 'detached' })
  })
}

function orders(desk: () => Desk): void {
  test('sorts by a header, jumps to a letter, and shows the columns that are chosen, in their order and width', async () => {
    const { crm, open } = desk()
    const { page } = await open('entries', { until: '[role=row][data-key]' })
    await page.getByRole('button', { name: 'Names from L' }).click()
    await shows(page, ['Lakeside Bakery', 'Nora Quinn'])
    assert.equal(param(page, 'from'), 'l')
    const header = page.getByRole('columnheader', { name: 'Name' })
    await header.getByRole('button').click()
    await shows(page, [...everybody].reverse())
    assert.equal(await header.getAttribute('aria-sort'), 'descending')
    assert.equal(param(page, 'sort'), '-FullName')
    assert.equal(await page.getByRole('menu').count(), 0)
    await header.getByRole('button').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Sort ascending' }).click()
    await shows(page, everybody)
    await page.getByRole('menu').waitFor({ state: 'detached' })

    await goTo(page, `/d/${crm.database.name}/entries`)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Phone', exact: true }).uncheck()
    await page.getByRole('textbox', { name: 'Find column' }).fill('segm')
    await page.getByRole('checkbox', { name: 'Segment', exact: true }).check()
    await page.keyboard.press('Escape')
    const headers = await page.getByRole('columnheader').allInnerTexts()
    assert.equal(headers.includes('Phone'), false)
    assert.equal(headers.at(-1), 'Segment')
    await page
      .getByRole('row', { name: /Lakeside/ })
      .getByText('Gold')
      .waitFor()
    assert.match(param(page, 'cols') ?? '', /FullName\.260_Type\.120.*_Udf\/\$TYPEID\(1\)\.\d+$/)
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('textbox', { name: 'Find column' }).waitFor({ state: 'hidden' })
    const type = page.getByRole('columnheader', { name: 'Type' })
    const right = page.getByRole('columnheader', { name: headers[headers.indexOf('Type') + 1] as string, exact: true })
    await right.getByRole('button').dragTo(type)
    await page.waitForURL(({ searchParams }) => /^FullName\.\d+_(?!Type)\S*_Type/.test(searchParams.get('cols') ?? ''))
    await type.getByRole('button').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Move left' }).click()
    await page.waitForURL(({ searchParams }) => /^FullName\.\d+_Type\./.test(searchParams.get('cols') ?? ''))
  })
}

function views(desk: () => Desk): void {
  test('saves views, marks changes that are not saved, shares, renames and deletes with undo', async () => {
    const { crm, open } = desk()
    const { page } = await open('entries?filter=Address/City~is~Ottawa', { until: '[role=row][data-key]' })
    await page.getByRole('button', { name: 'Save as view…' }).click()
    await page.getByRole('textbox', { name: 'View name' }).fill('Ottawa')
    await page.getByRole('switch', { name: 'Share with everyone' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'View: Ottawa' }).waitFor()
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })

    await page.getByRole('columnheader', { name: 'Type' }).getByRole('button').click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    const [view] = (await crm.ok('Read', { View: { Scope: { Fields: { Name: 1, Criteria: 1, OrderBy: 1 } } } })).View
      .Data
    assert.deepEqual(view, {
      Name: 'Ottawa',
      Criteria: { SearchQuery: { 'Address/City': { $EQ: 'Ottawa' } } },
      OrderBy: [{ Type: 'ASC' }],
    })

    const joe = await open('entries', { as: crm.user, until: '[role=row][data-key]' })
    await joe.page.getByRole('button', { name: 'View: All' }).click()
    await joe.page.getByRole('menuitem', { name: 'Ottawa' }).click()
    await shows(joe.page, ['Lakeside Bakery'])

    await page.getByRole('button', { name: 'View: Ottawa' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await page.getByRole('button', { name: 'View: All' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'View: All' }).click()
    await page.getByRole('menuitem', { name: 'Ottawa' }).waitFor()
  })
}

function edits(desk: () => Desk, book: () => Book): void {
  test('edits a cell in place, shows why a value is refused, and undoes', async () => {
    const { crm, open } = desk()
    const { page } = await open('entries', { until: '[role=row][data-key]' })
    const row = page.getByRole('row', { name: /Lakeside/ })
    await row.getByText('info@lakeside.example').dblclick()
    const input = page.getByRole('textbox', { name: 'E-mail' })
    await input.fill('nonsense')
    await input.press('Enter')
    await page.getByRole('alert').getByText('is not an e-mail address').waitFor()
    await page.getByRole('textbox', { name: 'E-mail' }).fill('hello@lakeside.example')
    await page.keyboard.press('Enter')
    await row.getByText('hello@lakeside.example').waitFor()
    const stored = async () => (await crm.get('AbEntry', book().lake, { Email: 1 })).Email
    await eventually(async () => assert.equal(await stored(), 'hello@lakeside.example'))
    await page.keyboard.press('Control+z')
    await row.getByText('info@lakeside.example').waitFor()
    await eventually(async () => assert.equal(await stored(), 'info@lakeside.example'))
  })

  test('edits a user by typing, and asks which value to keep when another user has changed the same field', async () => {
    const { crm, open } = desk()
    const address = 'entries?cols=FullName_AccountManager_Website'
    const { page } = await open(address, { until: '[role=row][data-key]', isDeaf: true })
    const row = page.getByRole('row', { name: /Harbour/ })
    await row.getByRole('gridcell').nth(2).dblclick()
    await page.keyboard.type('joe')
    await page.getByRole('option', { name: 'Joe Plain' }).waitFor()
    await page.keyboard.press('Enter')
    await row.getByText('Joe Plain').waitFor()
    await eventually(async () => {
      const { AccountManager } = await crm.get('AbEntry', book().harbour, { AccountManager: { Uid: 1 } })
      assert.equal(AccountManager?.Uid, 'JOE')
    })

    await row.getByRole('gridcell').nth(3).dblclick()
    await page.keyboard.type('mine.example')
    await crm.ok('Update', { AbEntry: { Data: { Key: book().harbour, Website: 'theirs.example' } } })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
    await dialog.getByText('theirs.example').waitFor()
    await dialog.getByText('mine.example').click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await eventually(async () =>
      assert.equal((await crm.get('AbEntry', book().harbour, { Website: 1 })).Website, 'mine.example'),
    )
  })

  test('shows changes of other users', async () => {
    const { crm, open } = desk()
    const { page } = await open('entries?filter=Type~in~Company', { until: '[role=row][data-key]', follows: true })
    const key = await crm.create('AbEntry', { Key: null, CompanyName: 'Island Tools' })
    await shows(page, ['Harbour Ltd', 'Island Tools', 'Lakeside Bakery'])
    await crm.ok('Delete', { AbEntry: { Data: { Key: key } } })
    await shows(page, ['Harbour Ltd', 'Lakeside Bakery'])
  })
}

function marksReadOnly(desk: () => Desk, book: () => Book): void {
  test('shows which rows are read only, and leaves them out of acts on many', async () => {
    const { crm, open } = desk()
    const { harbour } = book()
    await crm.ok('Update', { AbEntry: { Data: { Key: harbour, SecAccess: { Write: [crm.admin.key] } } } })
    const { page } = await open('entries?filter=Type~in~Company', { as: crm.user, until: '[role=row][data-key]' })
    const [mine, theirs] = [page.getByRole('row', { name: /Lakeside/ }), page.getByRole('row', { name: /Harbour/ })]
    await theirs.getByRole('img', { name: 'Read-only' }).waitFor()
    assert.equal(await mine.getByRole('img', { name: 'Read-only' }).count(), 0)
    await theirs.getByRole('gridcell').nth(5).dblclick()
    assert.equal(await page.getByRole('textbox', { name: 'E-mail' }).count(), 0)
    await theirs.getByRole('checkbox').click()
    assert.ok(await page.getByRole('button', { name: 'Edit…' }).isDisabled())
    assert.ok(await page.getByRole('button', { name: 'Delete', exact: true }).isDisabled())
    await mine.getByRole('checkbox').click()
    await page.getByText('1 read-only').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Deleted 1 record').waitFor()
    await shows(page, ['Harbour Ltd'])
    await page.keyboard.press('Control+z')
    await shows(page, ['Harbour Ltd', 'Lakeside Bakery'])
    await crm.ok('Update', { AbEntry: { Data: { Key: harbour, SecAccess: { Write: null } } } })
  })
}

function actsOnMany(desk: () => Desk): void {
  test('changes, exports and deletes many records, and takes it back', async () => {
    const { crm, open } = desk()
    const opened = await open('entries?filter=Type~in~Company&cols=FullName_Division_Email', {
      until: '[role=row][data-key]',
      isDeaf: true,
    })
    const { page } = opened
    await shows(page, ['Harbour Ltd', 'Lakeside Bakery'])
    const third = await crm.create('AbEntry', { Key: null, CompanyName: 'Quarry Ltd' })
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('3 records match now. Nothing was changed.').waitFor()
    await shows(page, ['Harbour Ltd', 'Lakeside Bakery', 'Quarry Ltd'])
    await crm.ok('Delete', { AbEntry: { Data: { Key: third } } })
    await page.reload()

    await shows(page, ['Harbour Ltd', 'Lakeside Bakery'])
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByText('2 selected').waitFor()
    await checkScreen(opened, crm, 'entries-bulk')

    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.keyboard.type('divis')
    await page.getByRole('option', { name: 'Division' }).click()
    await page.getByRole('textbox', { name: 'Division' }).fill('North')
    await page.getByRole('button', { name: 'Apply to all' }).click()
    await page.getByText('Changed Division of 2 records').waitFor()
    await eventually(async () => assert.equal(await page.getByRole('gridcell', { name: 'North' }).count(), 2))

    const bar = page.getByRole('region', { name: 'Selected records' })
    await bar.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV for spreadsheets' }).click(),
    ])
    assert.equal(
      (await readFile(await download.path(), 'utf8')).replace('\ufeff', ''),
      'Name,Division,E-mail\r\nHarbour Ltd,North,\r\nLakeside Bakery,North,info@lakeside.example\r\n',
    )

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No records match the filter').waitFor()
    await page.getByText('Deleted 2 records').waitFor()
    const byCriteria = [...opened.answers.keys()].map(text => JSON.parse(text).AbEntry).filter(one => one?.Expected)
    assert.deepEqual(
      byCriteria.map(({ Criteria, Data, Expected }) => [Criteria.SearchQuery, Data, Expected]),
      [
        [{ Type: { $IN: ['Company'] } }, { Division: 'North' }, 2],
        [{ Type: { $IN: ['Company'] } }, undefined, 2],
      ],
    )
    await page.keyboard.press('Control+z')
    await shows(page, ['Harbour Ltd', 'Lakeside Bakery'])
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal(await page.getByRole('gridcell', { name: 'North' }).count(), 0))
  })
}

function worksByKeys(desk: () => Desk, book: () => Book): void {
  test('works by keys alone: move, choose, look, edit, open, come back to the same row', async () => {
    const { crm, open } = desk()
    const opened = await open('entries?cols=FullName_Type_Phone', { until: '[role=row][data-key]' })
    const { page } = opened
    const active = () => page.locator('[role=row][data-active] a').textContent()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    assert.equal(await active(), 'Lakeside Bakery')
    await page.keyboard.press('k')
    assert.equal(await active(), 'Harbour Ltd')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await page.keyboard.press('p')
    await page.getByRole('complementary', { name: 'Lakeside Bakery' }).getByText('Ottawa').waitFor()
    await checkScreen(opened, crm, 'entries-peek')
    await page.keyboard.press('p')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('e')
    await page.keyboard.type('+1 613 555 0199')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      assert.equal((await crm.get('AbEntry', book().lake, { Phone: 1 })).Phone, '+1 613 555 0199'),
    )
    // The page of the record under the cursor is there before anybody asks for it.
    const isPage = (text: string) => text.includes('"AbEntry.record"') && text.includes(book().lake)
    await eventually(async () => assert.ok([...opened.answers.keys()].some(isPage)))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/entries\/.+/)
    await page.goBack()
    await page.waitForSelector('[role=row][data-key]')
    assert.equal(await active(), 'Lakeside Bakery')
  })
}

/** Entries of the long list: three pages of it. */
const many = 180

function isLong(desk: () => Desk): void {
  test('a long list keeps few rows, counts itself, and is where it was after Back', async () => {
    const { crm, open } = desk()
    const Data = Array.from({ length: many }, (_, at) => ({ Key: null, CompanyName: `Row ${at + 1000}` }))
    await crm.ok('Create', { AbEntry: { Data } })
    const { page } = await open('entries?q=row&sort=FullName', {
      until: '[role=row][data-key]',
      follows: true,
    })
    await page.getByRole('status', { name: '180 records' }).waitFor()
    const grid = page.getByRole('grid')
    await eventually(async () => {
      await grid.evaluate(element => element.scrollTo({ top: element.scrollHeight }))
      assert.ok((await names(page)).includes(`Row ${many + 999}`))
    })
    assert.ok((await rows(page).count()) < 80)

    await grid.evaluate(element => element.scrollTo({ top: 3000 }))
    await page.getByRole('link', { name: 'Row 1090' }).click()
    await page.getByRole('heading', { name: 'Row 1090' }).first().waitFor()
    await page.getByRole('button', { name: 'Next record' }).hover()
    await page
      .getByRole('tooltip')
      .filter({ hasText: /^Next record\s*J$/ })
      .waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'Row 1091' }).first().waitFor()
    assert.equal(await page.getByRole('tooltip').count(), 0)
    await page.goBack()
    await page.getByRole('link', { name: 'Row 1090' }).waitFor()
    assert.equal(await grid.evaluate(element => element.scrollTop), 3000)
    assert.equal(await page.locator('[role=row][data-active] a').textContent(), 'Row 1090')
  })
}

function isWide(desk: () => Desk, book: () => Book): void {
  test('columns beyond the view have the values of the list, and keep an editor while one scrolls', async () => {
    const { crm, open } = desk()
    const wide = 'entries?q=lakes&cols=FullName.800_Phone.400_Address/City_Email'
    const { page } = await open(wide, { until: '[role=row][data-key]' })
    await shows(page, ['Lakeside Bakery'])
    const cities = () => page.locator('[role=row][data-key] [role=gridcell]:nth-child(4)').allInnerTexts()
    assert.deepEqual(await cities(), ['Ottawa'])
    await page.getByRole('searchbox').fill('harb')
    await shows(page, ['Harbour Ltd'])
    await eventually(async () => assert.deepEqual(await cities(), ['Halifax']))
    await crm.ok('Update', { AbEntry: { Data: { Key: book().harbour, Address: { City: 'Truro' } } } })
    await eventually(async () => assert.deepEqual(await cities(), ['Truro']))

    await page
      .getByRole('row', { name: /Harbour/ })
      .getByRole('gridcell')
      .nth(4)
      .dblclick()
    await page.getByRole('textbox', { name: 'E-mail' }).fill('desk@harbour.example')
    await page.getByRole('grid').evaluate(element => element.scrollTo({ left: 0 }))
    await eventually(async () => assert.equal(await page.locator('[role=grid][data-scrolled]').count(), 0))
    assert.equal(await page.getByRole('textbox', { name: 'E-mail' }).inputValue(), 'desk@harbour.example')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      assert.equal((await crm.get('AbEntry', book().harbour, { Email: 1 })).Email, 'desk@harbour.example'),
    )
  })
}

function creates(desk: () => Desk): void {
  test('makes a record in a form, and opens it', async () => {
    const { crm, open } = desk()
    const { page, complaints } = await open('entries')
    await page.getByRole('button', { name: 'New Entry' }).waitFor()
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'New Entry' })
    await form.waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await form.getByRole('textbox', { name: 'Company' }).fill('Orchard Tools')
    // The draft is restored after a visit to another page, and the browser asks before it would be lost.
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await goTo(page, `/d/${crm.database.name}/leads`)
    await page.getByRole('heading', { name: 'Leads' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'New Entry' }).click()
    assert.equal(await form.getByRole('textbox', { name: 'Company' }).inputValue(), 'Orchard Tools')
    const asked = page.waitForEvent('dialog')
    const reload = page.evaluate('location.reload()').catch(() => {})
    const question = await asked
    assert.equal(question.type(), 'beforeunload')
    await question.dismiss()
    await reload
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Orchard Tools' }).first().waitFor()
    assert.match(page.url(), /\/entries\/.+/)
    assert.deepEqual(complaints, [])
  })
}

function listsEverything(desk: () => Desk): void {
  test('lists other entities by the same screen, also one without a place in the navigation', async () => {
    const { crm, open } = desk()
    const lake = await crm.create('AbEntry', { Key: null, CompanyName: 'Meadow Inc' })
    await crm.create('Opportunity', { Key: null, AbEntryKey: lake, Objective: 'Two ovens', ForecastRevenue: 48000 })
    await crm.create('Note', { Key: null, ParentKey: lake, Text: 'They open at ten.' })
    const opportunities = await open('opportunities', { until: '[role=row][data-key]' })
    await shows(opportunities.page, ['Two ovens'])
    await opportunities.page.getByText('$48,000.00').waitFor()
    await checkScreen(opportunities, crm, 'opportunities')
    const { page, complaints } = opportunities
    await goTo(page, `/d/${crm.database.name}/list/Note`)
    await page.getByRole('gridcell', { name: 'Meadow Inc' }).waitFor()
    assert.deepEqual(complaints, [])
  })
}

function tellsRowsApart(desk: () => Desk): void {
  test('distinguishes records that share a Key, and deletes all of them with an undo', async () => {
    const { crm, open } = desk()
    const entry = await crm.create('AbEntry', { Key: null, CompanyName: 'Brook Ltd' })
    const keys: string[] = []
    for (const Name of ['Spring fair', 'Autumn fair']) {
      const campaign = await crm.create('Campaign', { Key: null, Name })
      keys.push(campaign)
      await crm.ok('Create', { CampaignSubscriber: { Data: { Key: entry, ParentKey: campaign } } })
    }
    const { page, complaints } = await open('list/CampaignSubscriber?cols=DisplayValue_Campaign', {
      until: '[role=row][data-key]',
    })
    const rows = page.getByRole('row', { name: /Brook Ltd/ })
    await rows.filter({ hasText: 'Spring fair' }).waitFor()
    await rows.filter({ hasText: 'Autumn fair' }).waitFor()
    const left = async (): Promise<unknown[]> => {
      const criteria = { SearchQuery: { ParentKey: { $IN: keys } } }
      const found = await crm.ok('Read', { CampaignSubscriber: { Scope: { Fields: { Key: 1 } }, Criteria: criteria } })
      return found.CampaignSubscriber.Data
    }
    const remove = page.getByRole('button', { name: 'Delete', exact: true })
    await rows.filter({ hasText: 'Spring fair' }).getByRole('checkbox').check()
    await remove.click()
    await eventually(async () => assert.equal((await left()).length, 1))
    await page.getByText('Deleted 1 record').waitFor()
    await page.keyboard.press('Control+z')
    await rows.filter({ hasText: 'Spring fair' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await remove.click()
    await eventually(async () => assert.deepEqual(await left(), []))
    await page.getByText('Deleted 2 records').waitFor()
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.equal((await left()).length, 2))
    assert.deepEqual(complaints, [])
  })
}
