// Proves what the screens of imports work with: steps and progress, targets of columns, and mappings while they are edited.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  formatOf,
  type ImportColumn,
  type ImportStatus,
  importPath,
  progressOf,
  rejectedName,
  rowTitle,
  stepOf,
  uploadPath,
} from '../../../console/src/imports/import.ts'
import {
  firstMapping,
  lacksSource,
  type Mapping,
  mappingBody,
  mappingFrom,
  matchable,
  openColumns,
  rowsWithoutMatch,
  shownChanges,
  sourceOf,
  undecidedDates,
  unknownOptions,
  usedColumns,
  withLabels,
  withOption,
  withSource,
  withTarget,
} from '../../../console/src/imports/mapping.ts'
import { entryOf, externalKey, factsOf, nothing, targetOf, targetsOf } from '../../../console/src/imports/targets.ts'
import { Model } from '../../../src/model/model.ts'
import { fieldsNamed, texts } from './support.ts'

const counts = { create: 0, update: 0, unchanged: 0, reject: 0, done: 0, left: 0 }
const column = (name: string, rest: Partial<ImportColumn> = {}): ImportColumn => ({
  ...{ name, samples: [], filled: 10, suggestion: null },
  ...rest,
})

describe('an import', () => {
  test('is at the step that its status says; a plan that failed is mended at its columns', () => {
    const at = (status: ImportStatus, create = 0) => stepOf({ status, planCounts: { ...counts, create } })
    const statuses = ['uploaded', 'planning', 'planned', 'committing', 'committed', 'undoing', 'undone'] as const
    assert.deepEqual(
      statuses.map(status => at(status, 1)),
      ['columns', 'check', 'check', 'result', 'result', 'result', 'result'],
    )
    assert.equal(at('failed'), 'columns')
    assert.equal(at('failed', 3), 'result')
  })

  test('counts its progress over all rows, and that of undo over what was written', () => {
    const some = { rows: 200, counts: { ...counts, create: 30, update: 10, done: 20 } }
    assert.deepEqual(progressOf({ ...some, status: 'committing' }), { done: 20, total: 200, percent: 10 })
    assert.deepEqual(progressOf({ ...some, status: 'undoing' }), { done: 20, total: 40, percent: 50 })
    assert.equal(progressOf({ rows: 0, counts, status: 'planning' }).percent, 100)
  })

  test('has the format of the ending of its file; contacts are entries alone', () => {
    assert.equal(formatOf('Customers.CSV', 'Lead'), 'csv')
    assert.equal(formatOf('export.2026.xlsx', 'Lead'), 'xlsx')
    assert.equal(formatOf('phone.vcf', 'AbEntry'), 'vcard')
    assert.equal(formatOf('phone.vcf', 'Lead'), null)
    assert.equal(formatOf('old.xls', 'AbEntry'), null)
    assert.equal(formatOf('README', 'AbEntry'), null)
  })

  test('names its files and its rows', () => {
    assert.equal(importPath('a/b'), 'import/v1/imports/a%2Fb')
    assert.equal(uploadPath('Lead', 'csv', 'a & b.csv'), 'import/v1/imports?entity=Lead&format=csv&name=a+%26+b.csv')
    assert.equal(rejectedName({ name: 'spring.fair.csv', format: 'csv' }), 'spring.fair-rejected.csv')
    assert.equal(rejectedName({ name: null, format: 'vcard' }), 'import-rejected.ndjson')
    const values = { Id: 7, Name: ' Ada ', Town: null, Tags: ['a'], Phone: '' }
    assert.equal(rowTitle({ values }, ['Id', 'Town', 'Phone', 'Name', 'Tags']), '7 · Ada · ["a"]')
  })
})

describe('the targets of a column', () => {
  const paths = (entity: string) => targetsOf(fieldsNamed(entity), texts.imports.columns).map(({ path }) => path)

  test('are what an import takes: each field is a target of the server too', async () => {
    const { targetOf: targetOnServer } = await import('../../../src/import/mapping/target.ts')
    const model = new Model([])
    for (const entity of ['AbEntry', 'Opportunity', 'Case', 'Lead', 'Task', 'Appointment', 'Campaign'])
      for (const path of paths(entity).filter(one => !one.startsWith('@')))
        assert.ok(targetOnServer(model, model.entity(entity), path, 'column', { admin: true }), `${entity}/${path}`)
  })

  test('begin with nothing, and have names of other records in the place of their keys', () => {
    const entry = paths('AbEntry')
    assert.equal(entry[0], nothing)
    for (const path of ['FullName', 'Parent/CompanyName', 'Address/City', 'Email', 'Type'])
      assert.ok(entry.includes(path), path)
    for (const path of ['Parent', 'Address', 'Email1', 'ExternalKeys', 'Version', 'SecAccess'])
      assert.ok(!entry.includes(path), path)
    assert.ok(paths('Opportunity').includes('AbEntry/FullName'))
  })

  test('are written as a mapping says them, and read back', () => {
    for (const entry of [nothing, '@key', externalKey, '@parent', 'Address/City'])
      assert.equal(entryOf(targetOf(entry, 'HubSpot')), entry)
    assert.deepEqual(targetOf(externalKey, 'HubSpot'), { externalKey: 'HubSpot' })
    assert.equal(entryOf(undefined), nothing)
  })

  test('say by their kind what is to be asked', () => {
    const { of } = fieldsNamed('Opportunity')
    assert.deepEqual(factsOf(of('CloseDate')), { isDate: true, isNumber: false })
    assert.deepEqual(factsOf(of('Cost')), { isDate: false, isNumber: true })
    assert.deepEqual(factsOf(undefined), { isDate: false, isNumber: false })
  })
})

describe('a mapping', () => {
  const columns = [
    column('Mail', { suggestion: 'Email' }),
    column('Firm', { suggestion: 'Parent/CompanyName', filled: 4 }),
    column('Seen', { suggestion: 'LastContactDate', dates: ['DMY', 'MDY'] }),
    column('Note'),
  ]
  const first = firstMapping({ columns, mapping: null })
  const sent = (mapping: Mapping): Record<string, unknown> => mappingBody(mapping)

  test('begins with the suggestions, and recognises people by their addresses', () => {
    assert.deepEqual(usedColumns(first), ['Mail', 'Firm', 'Seen'])
    assert.deepEqual(first.match, ['Email'])
    assert.ok(first.createParents, 'the companies of people are new as a rule')
    const empty = column('Mail', { suggestion: 'Email', filled: 0 })
    const other = firstMapping({ columns: [empty], mapping: null })
    assert.deepEqual([other.match, other.createParents], [[], false])
  })

  test('is the last one of the import, when there is one, without columns that the file lacks', () => {
    const last = { columns: { Mail: 'Email2', Gone: 'Email' }, match: 'Email2', dates: 'DMY', createOptions: true }
    const mapping = firstMapping({ columns, mapping: last })
    assert.deepEqual(mapping.columns, { Mail: 'Email2', Firm: null, Seen: null, Note: null })
    assert.deepEqual(mapping.match, ['Email2'])
    assert.equal(mapping.dates.Seen, 'DMY')
    assert.deepEqual(mapping.createOptions, ['Mail', 'Firm', 'Seen', 'Note'])
    assert.deepEqual(mappingFrom(sent(mapping), columns), {
      ...mapping,
      dates: { Mail: 'DMY' },
      createOptions: ['Mail'],
    })
  })

  test('has each field once: the column that had it before loses it, and so does what followed from it', () => {
    const moved = withTarget(first, 'Note', 'Email')
    assert.deepEqual([moved.columns.Mail, moved.columns.Note, moved.match], [null, 'Email', ['Email']])
    assert.deepEqual(withTarget(first, 'Mail', null).match, [])
    const both = withTarget(withTarget(first, 'Note', null), 'Mail', null)
    assert.deepEqual([both.columns.Note, both.columns.Mail, both.columns.Seen], [null, null, 'LastContactDate'])
  })

  test('knows the headings of an exported list, when they mean one field that no other column is', () => {
    const all = [column('Last  Contact'), column('Company'), column('Mail')]
    const labels = [
      { path: 'LastContactDate', label: 'Last contact' },
      ...['CompanyName', 'Parent/CompanyName'].map(path => ({ path, label: 'Company' })),
      { path: 'Email', label: 'mail' },
    ]
    const mapping = firstMapping({ columns: [...all, column('E', { suggestion: 'Email' })], mapping: null })
    assert.deepEqual(withLabels(mapping, all, labels).columns, {
      ...{ 'Last  Contact': 'LastContactDate', Company: null, Mail: null, E: 'Email' },
    })
  })

  test('is not sent with what no column says', () => {
    const decided = { ...first, dates: { Seen: 'DMY', Note: 'MDY' } as const, createOptions: ['Note', 'Mail'] }
    const body = sent(withOption(withOption(decided, 'Mail', 'x', 'X'), 'Firm', 'y', 'Y'))
    assert.deepEqual(body.dates, { Seen: 'DMY' })
    assert.deepEqual(body.createOptions, ['Mail'])
    assert.deepEqual(body.options, { Mail: { x: 'X' }, Firm: { y: 'Y' } })
    assert.deepEqual(sent(withOption(withOption(first, 'Mail', 'x', 'X'), 'Mail', 'x', null)).options, {})
    assert.equal('match' in sent(withTarget(first, 'Note', 'Key')), false)
  })

  test('finds records by what its columns write, not by a field of another record', () => {
    assert.deepEqual(matchable(withTarget(first, 'Note', { externalKey: 'HubSpot' })), [
      ...['ExternalKey', 'Email', 'LastContactDate'],
    ])
    assert.equal(rowsWithoutMatch({ ...first, match: ['Email'] }, columns, 12), 2)
    assert.equal(rowsWithoutMatch({ ...first, match: [] }, columns, 12), 0)
  })

  test('has one name of the other system for keys of records and of their parents', () => {
    const keyed = withTarget(withTarget(first, 'Note', { externalKey: '' }), 'Firm', { parentExternalKey: '' })
    const named = withSource(keyed, 'HubSpot')
    assert.deepEqual(
      [named.columns.Note, named.columns.Firm],
      [{ externalKey: 'HubSpot' }, { parentExternalKey: 'HubSpot' }],
    )
    assert.equal(sourceOf(named), 'HubSpot')
    assert.deepEqual([lacksSource(keyed), lacksSource(named), lacksSource(first)], [true, false, false])
    assert.equal(sourceOf(first), '')
  })

  test('is open until it is said how dates and numbers are read that can be read in several ways', () => {
    const { of } = fieldsNamed('AbEntry')
    const open = (mapping: Mapping, all = columns) => openColumns(mapping, all, entry => factsOf(of(entry)))
    assert.deepEqual(open(first), ['Seen'])
    assert.deepEqual(open({ ...first, dates: { Seen: 'MDY' } }), [])
    assert.deepEqual(open(withTarget(first, 'Seen', null)), [])
    const facts = { isDate: true, isNumber: false }
    assert.equal(undecidedDates(column('a', { dates: ['YMD'] }), facts), null)
    assert.equal(undecidedDates(column('a'), facts), null)
    assert.deepEqual(undecidedDates(column('a', { dates: [] }), facts), [])
  })

  test('shows an option that the import will create by its name in the file, until it is there', () => {
    const creating = { ...first, columns: { Kind: 'Category', Mail: 'Email' }, createOptions: ['Kind'] }
    const row = { changes: { Category: [null, '6'], Email: ['a', 'b'] } as const, values: { Kind: 'New', Mail: 'c' } }
    const email = { Field: 'Email', Before: 'a', After: 'b' }
    assert.deepEqual(shownChanges(row, creating), [{ Field: 'Category', Before: null, After: 'New' }, email])
    assert.deepEqual(shownChanges(row, null), [{ Field: 'Category', Before: null, After: '6' }, email])
  })

  test('finds values that are no options, each element of a list by itself', () => {
    const values = ['Retail; Food', 'retail', 'Música', '', '* myContacts ::: Retail']
    assert.deepEqual(unknownOptions(column('a', { values }), ['Retail', 'Musica'], true), ['Food'])
    assert.deepEqual(unknownOptions(column('a', { values }), ['Retail', 'Musica'], false), ['Retail; Food', values[4]])
    assert.deepEqual(unknownOptions(column('a'), [], false), [])
  })
})
