// Proves the page of a record: merged timelines, moments, the recycle bin, the audit trail, documents, and fields that exist.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Body, Row } from '../../../console/src/api/envelope.ts'
import { filterFromText } from '../../../console/src/filter/url.ts'
import { auditBody, entriesIn, isOfServer, isPath, namesIn, namesMembers } from '../../../console/src/record/audit.ts'
import { binBody, binnedEntities, binSources, unitsIn } from '../../../console/src/record/bin-units.ts'
import { draftIds, whenOf } from '../../../console/src/record/composed.ts'
import { downloadDocument, fileName, nameParts } from '../../../console/src/record/document-files.ts'
import { kindOfRecord, type RecordKind, typeOf } from '../../../console/src/record/kinds.ts'
import {
  countMembers,
  fieldsOfList,
  listAddress,
  listCount,
  listLength,
  listMembers,
  listPage,
  memberOfList,
  nextPageKey,
} from '../../../console/src/record/lists.ts'
import { mergePages, nextKeys } from '../../../console/src/record/merge.ts'
import { momentFormats, momentText } from '../../../console/src/record/moments.ts'
import de from '../../../console/src/texts/de/index.ts'
import en from '../../../console/src/texts/en/index.ts'
import es from '../../../console/src/texts/es/index.ts'
import fr from '../../../console/src/texts/fr/index.ts'
import { countText } from '../../../console/src/ui/display/count-text.ts'
import { saveFile } from '../../../console/src/ui/save-file.ts'
import { historyOf } from '../../../src/entities/history.ts'
import { recorded, schemaKind } from '../../../src/entities/index.ts'
import { systemUid } from '../../../src/fields/kinds/user.ts'
import { encodeKey } from '../../../src/fields/record-key.ts'
import { fieldsNamed, modelNamed, schemaOf, texts } from './support.ts'

const sources = [
  { member: 'Note.timeline', by: 'DateTime' },
  { member: 'Task.timeline', by: 'DateTime' },
]
const day = (at: number): string => new Date(at * 86_400_000).toISOString()

describe('merged lists', () => {
  /** The pages of several lists as the server would send them: each list newest first, with the key of its next page. */
  function pagesOf(lists: readonly (readonly number[])[], size: number, count: number): Body[] {
    return Array.from({ length: count }, (_, page) => {
      const members = lists.flatMap((list, at) => {
        const rows = list.toSorted((a, b) => b - a).slice(page * size, (page + 1) * size)
        const hasMore = list.length > (page + 1) * size
        const isAsked = page === 0 || list.length > page * size
        const Data = rows.map((one, row) => ({ Key: `${at}.${page}.${row}`, DateTime: { Value: day(one) } }))
        return isAsked ? [[sources[at]?.member as string, { Data, PageKey: hasMore ? `${page + 1}` : null }]] : []
      })
      return Object.fromEntries(members) as Body
    })
  }

  test('whatever the lists and however many pages were read: newest first, without a gap', () => {
    const list = fc.array(fc.nat(50), { maxLength: 15 })
    fc.assert(
      fc.property(list, list, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 }), (a, b, size, count) => {
        const pages = pagesOf([a, b], size, count)
        const merged = mergePages(pages, sources).map(({ at }) => at)
        assert.deepEqual(merged, merged.toSorted().reverse())
        const whole = [...a, ...b].map(day).toSorted().reverse()
        assert.deepEqual(merged, whole.slice(0, merged.length), 'a beginning of the whole')
        const isAll = pages.at(-1) && nextKeys(pages.at(-1) as Body, sources) === null
        if (isAll) assert.deepEqual(merged, whole)
      }),
    )
  })

  test('the next page is asked of the lists that have one', () => {
    const page = { 'Note.timeline': { Data: [], PageKey: 'n1' }, 'Task.timeline': { Data: [], PageKey: null } }
    assert.deepEqual(nextKeys(page, sources), { 'Note.timeline': 'n1' })
    assert.equal(nextKeys({ 'Note.timeline': { Data: [] } }, sources), null)
  })

  test('rows without a date are last, and only when all lists have ended', () => {
    const undated = {
      Data: [
        { Key: 'b', DateTime: { Value: day(1) } },
        { Key: 'a', DateTime: null },
      ],
    }
    const keys = (page: Body) => mergePages([page], sources).map(({ row }) => row.Key)
    assert.deepEqual(keys({ 'Note.timeline': undated }), ['b', 'a'])
    const other = { Data: [{ Key: 'c', DateTime: { Value: day(2) } }], PageKey: 'more' }
    assert.deepEqual(keys({ 'Note.timeline': undated, 'Task.timeline': other }), ['c'])
  })
})

describe('lists of a record that are longer than a page', () => {
  const kind = kindOfRecord('AbEntry')
  const page = (length: number, PageKey: string | null) => ({
    Data: Array.from({ length }, (_, at) => ({ Key: `${at}` })),
    PageKey,
  })
  const first = {
    'AbEntry.contacts': page(50, 'next'),
    'Case.cases': page(3, null),
    'Document.timeline': page(25, 'later'),
  }

  test('the next page is asked for by its key, with the fields and the order of the first', () => {
    assert.equal(nextPageKey(first, 'AbEntry.contacts'), 'next')
    assert.equal(nextPageKey(first, 'Case.cases'), null)
    const [before, after] = [null, 'next'].map(key => listPage(kind, 'contacts', 'k', key)['AbEntry.contacts'])
    assert.deepEqual((after as { OrderBy: Body }).OrderBy, {
      Fields: [{ FullName: 'ASC' }],
      PageSize: listLength,
      PageKey: 'next',
    })
    assert.deepEqual((after as { Scope: Body }).Scope, (before as { Scope: Body }).Scope)
    assert.deepEqual(listPage(kindOfRecord('Note'), 'tasks', 'k', null), {}, 'a list that records of this kind lack')
  })

  test('only lists with further pages are counted', () => {
    const members = countMembers(kind, 'k', first)
    assert.deepEqual(Object.keys(members ?? {}), ['AbEntry.contacts', 'Document.timeline'])
    assert.equal(countMembers(kind, 'k', { 'Case.cases': page(3, null) }), null)
    assert.equal(countMembers(kind, 'k', undefined), null)
  })

  test('a number is exact, or says that there are more', () => {
    const counts = (count: number) => ({ 'AbEntry.contacts': { Data: [{ '$COUNTUPTO(10001)': count }] } })
    assert.deepEqual(listCount('cases', first, undefined), { count: 3, isMore: false })
    assert.deepEqual(listCount('contacts', first, undefined), { count: 50, isMore: true })
    assert.deepEqual(listCount('contacts', first, counts(200)), { count: 200, isMore: false })
    assert.deepEqual(listCount('contacts', first, counts(10_001)), { count: 10_000, isMore: true })
    assert.deepEqual(listCount('tasks', first, undefined), { count: 0, isMore: false })
    assert.equal(countText({ count: 10_000, isMore: true }, 'de-DE'), '10.000+')
    assert.equal(countText({ count: null, isMore: false }, 'en-US'), '…')
  })
})

test('a call was when the person says, by the clock of the person, or just now', () => {
  assert.deepEqual(whenOf('', '', 'Europe/Berlin'), {})
  assert.deepEqual(whenOf('2026-11-16T09:30', '25', 'Europe/Berlin'), {
    StartDate: '2026-11-16T08:30:00Z',
    Duration: 25,
  })
})

describe('moments', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const formats = momentFormats('en-GB', 'Europe/Berlin', texts.record.timeline, () => now)

  test('near days have names, others a date, with the year where it is another one', () => {
    const { today, yesterday, tomorrow } = texts.record.timeline
    assert.equal(formats.dayTitle('2026-11-16T08:00:00Z'), today)
    assert.equal(formats.dayTitle('2026-11-15T22:59:00Z'), yesterday)
    assert.equal(formats.dayTitle('2026-11-15T23:00:00Z'), today, 'midnight of the user, not of UTC')
    assert.equal(formats.dayTitle('2026-11-17T08:00:00Z'), tomorrow)
    assert.match(formats.dayTitle('2026-03-02T08:00:00Z'), /^Monday,? 2 March$/)
    assert.match(formats.dayTitle('2025-03-03T08:00:00Z'), /^Monday,? 3 March 2025$/)
  })

  test('times are those of the clock of the user', () => {
    assert.equal(formats.timeOf('2026-11-16T08:05:00Z'), '09:05')
    assert.match(formats.full('2026-11-16T08:05:00Z'), /^16 Nov 2026, 09:05$/)
    assert.equal(formats.dayOf('2026-11-15T23:30:00Z'), '2026-11-16')
  })

  test('the moment of a value is its text, or nothing', () => {
    assert.equal(momentText({ Value: '2026' }), '2026')
    assert.equal(momentText('2026'), '2026')
    for (const none of [null, undefined, 7, {}, { Value: null }]) assert.equal(momentText(none), '')
  })
})

describe('the recycle bin', () => {
  const row = (Key: string, at: number, parent: Row = {}) => ({ Key, DeletedDate: { Value: day(at) }, ...parent })

  test('asks every entity with its parent, and later those that have more', () => {
    const first = binBody(null, null)
    const members = Object.keys(first).filter(name => name.endsWith('.bin'))
    assert.equal(members.length, Object.keys(binnedEntities).length)
    assert.ok(members.includes('InteractionLog.bin'), 'interactions of all entries')
    assert.deepEqual((first['Note.bin'] as { Options: object }).Options, { Deleted: true })
    const next = binBody('u1', { 'Note.bin': 'p1' })
    assert.deepEqual(
      Object.keys(next).filter(name => name.endsWith('.bin')),
      ['Note.bin'],
    )
    assert.deepEqual((next['Note.bin'] as { Criteria: object }).Criteria, { SearchQuery: { DeletedBy: { $EQ: 'u1' } } })
    assert.equal((next['Note.bin'] as { OrderBy: { PageKey: string } }).OrderBy.PageKey, 'p1')
    for (const { member } of binSources) assert.ok(member in first)
  })

  test('the parents are fields that the entities have', () => {
    for (const [entity, { parent }] of Object.entries(binnedEntities as Record<string, { parent?: string }>))
      if (parent !== undefined) assert.ok(modelNamed(entity).field(parent), `${entity}.${parent}`)
  })

  test('what was deleted together is one unit, under the record that it hangs on', () => {
    const units = unitsIn([
      {
        'AbEntry.bin': { Data: [row('company', 5), row('contact', 5, { ParentKey: 'company' })] },
        'Note.bin': {
          Data: [row('note', 5, { ParentKey: { Key: 'contact' } }), row('later', 6, { ParentKey: 'company' })],
        },
        'Task.bin': { Data: [row('alone', 4)] },
      },
    ])
    assert.deepEqual(
      units.map(({ key, entity, below }) => [key, entity, below.map(one => one.key)]),
      [
        ['later', 'Note', []],
        ['company', 'AbEntry', ['contact', 'note']],
        ['alone', 'Task', []],
      ],
    )
  })

  test('interactions come from their log', () => {
    const [unit] = unitsIn([{ 'InteractionLog.bin': { Data: [row('call', 1)] } }])
    assert.equal(unit?.entity, 'Interaction')
    assert.deepEqual(unitsIn([]), [])
  })

  test('a record that names itself as its parent is a unit', () => {
    const [unit] = unitsIn([{ 'AbEntry.bin': { Data: [row('a', 1, { ParentKey: 'a' })] } }])
    assert.deepEqual([unit?.key, unit?.below], ['a', []])
  })

  test('two records that name each other are still shown', () => {
    const data = [row('a', 1, { ParentKey: 'b' }), row('b', 1, { ParentKey: 'a' })]
    const units = unitsIn([{ 'AbEntry.bin': { Data: data } }])
    assert.deepEqual(units.flatMap(({ key, below }) => [key, ...below.map(one => one.key)]).sort(), ['a', 'b'])
  })
})

describe('the audit trail', () => {
  const all = { user: '', application: '', operation: '', kind: '', period: '' }
  const query = (filter: object) =>
    (auditBody({ ...all, ...filter }, null).History as { Criteria: { SearchQuery: Body } }).Criteria.SearchQuery

  test('asks what is chosen', () => {
    assert.deepEqual(query({}), {})
    assert.deepEqual(query({ user: 'u1', operation: 'Update', kind: 'AbEntry', period: 'week' }), {
      User: { $EQ: 'u1' },
      Operation: { $EQ: 'Update' },
      'ParentKey/EntityType': { $EQ: 'AbEntry' },
      DateTime: { $GT: '$OFFSET(D-7, $TODAY())' },
    })
    assert.deepEqual(query({ application: '50%_' }), { Application: { $LIKE: '%50\\%\\_%' } })
    assert.deepEqual(query({ period: 'ever' }), {})
    assert.equal((auditBody(all, 'p1').History as { OrderBy: { PageKey: string } }).OrderBy.PageKey, 'p1')
  })

  const entries = entriesIn([
    {
      History: {
        Data: [
          { Key: 'h1', ParentKey: { Value: 'a', EntityType: 'AbEntry' } },
          { Key: 'h2', ParentKey: null },
        ],
      },
    },
    {
      History: {
        Data: [
          { Key: 'h3', ParentKey: { Value: 'a', EntityType: 'AbEntry' } },
          { Key: 'h4', ParentKey: { Value: '/AbEntry/Udf', EntityType: 'Schema' } },
          { Key: 'h5', ParentKey: { Value: 'c', EntityType: 'ColumnSetup' } },
        ],
      },
    },
  ])

  test('has its entries in the order of the pages', () => {
    assert.deepEqual(
      entries.map(({ entity, key }) => [entity, key]),
      [
        ['AbEntry', 'a'],
        ['', ''],
        ['AbEntry', 'a'],
        ['Schema', '/AbEntry/Udf'],
        ['ColumnSetup', 'c'],
      ],
    )
    assert.ok(isPath('/AbEntry/Udf') && !isPath('a'))
  })

  test('asks for the names of records once each, with the conditions that an entity needs, and not of paths', () => {
    const members = namesMembers(entries) as Record<string, { Criteria: { SearchQuery: Body } }>
    assert.deepEqual(Object.keys(members), ['AbEntry.named', 'ColumnSetup.named'])
    assert.deepEqual(members['AbEntry.named']?.Criteria.SearchQuery, { Key: { $IN: ['a'] } })
    assert.ok(members['ColumnSetup.named']?.Criteria.SearchQuery.EntityType)
    assert.equal(namesMembers([]), null)
  })

  test('has a word for each operation and each kind of record that History has', () => {
    const { fields } = historyOf(recorded, schemaKind)
    const { items = [] } = (fields.Operation?.optionSource ?? {}) as { items?: readonly { key: string }[] }
    assert.ok(items.length >= 6)
    for (const language of [en, de, es, fr]) {
      const { operations, kinds } = language.audit
      const words = { ...language.entities, ...kinds }
      // The filter by kind lists both, and a value twice in a list of choices is an error.
      assert.deepEqual(
        Object.keys(kinds).filter(name => name in language.entities),
        [],
      )
      assert.deepEqual(
        [...recorded, schemaKind].filter(name => !(name in words)),
        [],
      )
      assert.deepEqual(
        items.filter(({ key }) => !(key in operations)),
        [],
      )
    }
  })

  test('tells writes of the server from those by a personal token', () => {
    const User = { Key: encodeKey('User', systemUid), DisplayValue: 'System' }
    assert.deepEqual(
      [{ User }, { User, Application: 'Bridge' }, { User: { Key: encodeKey('User', 'ANN') } }, { User: null }].map(
        row => isOfServer(row),
      ),
      [true, false, false, false],
    )
  })

  test('asks for no name of a write that names no record', () => {
    assert.equal(namesMembers(entries.filter(({ key }) => key === '')), null)
  })

  test('gives names by key, and none before the answer', () => {
    const answer = { 'AbEntry.named': { Data: [{ Key: 'a', DisplayValue: 'Lakeside' }] } }
    assert.deepEqual([...namesIn(answer, entries)], [['a', 'Lakeside']])
    assert.equal(namesIn(undefined, entries).size, 0)
  })
})

describe('documents', () => {
  const given = Object.getOwnPropertyDescriptor(globalThis, 'document')
  const clicked: { href?: string; download?: string }[] = []
  beforeEach(() => {
    clicked.length = 0
    const createElement = () => {
      const link: { href?: string; download?: string; click(): void } = { click: () => void clicked.push(link) }
      return link
    }
    Object.defineProperty(globalThis, 'document', { value: { createElement }, configurable: true })
  })
  afterEach(() => {
    if (given) Object.defineProperty(globalThis, 'document', given)
    else Reflect.deleteProperty(globalThis, 'document')
  })

  test('a file has a name and an extension', () => {
    assert.deepEqual(nameParts('offer.final.pdf'), { Name: 'offer.final', Ext: 'pdf' })
    assert.deepEqual(nameParts('README'), { Name: 'README', Ext: '' })
    assert.deepEqual(nameParts('.profile'), { Name: '.profile', Ext: '' })
    assert.equal(fileName({ Name: 'README', Ext: '' }), 'README')
    for (const name of ['offer.final.pdf', 'README', '.profile']) assert.equal(fileName(nameParts(name)), name)
  })

  test('is downloaded with the session, then saved under its name; its address lives for a minute', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const paths: string[] = []
    const api = {
      download: async (path: string) => {
        paths.push(path)
        return new Blob(['content'])
      },
    }
    await downloadDocument(api as never, { Key: 'd1', Name: 'offer', Ext: 'pdf' })
    assert.deepEqual(paths, ['BinaryDownload/d1'])
    const [link] = clicked
    assert.equal(link?.download, 'offer.pdf')
    assert.equal(await (await fetch(link?.href as string)).text(), 'content')
    t.mock.timers.tick(60_000)
    await assert.rejects(fetch(link?.href as string))
  })

  test('any file can be saved', t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    saveFile(new Blob([]), 'list.csv')
    assert.equal(clicked[0]?.download, 'list.csv')
    t.mock.timers.tick(60_000)
  })
})

describe('the page of each kind of record', () => {
  const kinds = ['AbEntry', 'Opportunity', 'Case', 'Lead', 'Task', 'Appointment', 'Campaign'].map(kindOfRecord)
  const pathsOf = ({ groups, subtitle, order, above, hidden = [] }: RecordKind) => [
    ...groups.flatMap(({ paths, rare = [] }) => [...paths, ...rare]),
    ...subtitle,
    order,
    ...(above ? [above] : []),
    ...hidden,
  ]

  for (const kind of kinds) {
    test(`${kind.entity}: names fields that the Schema has, each in one group`, () => {
      const { of } = fieldsNamed(kind.entity)
      const model = modelNamed(kind.entity)
      assert.deepEqual(
        pathsOf(kind).filter(path => !of(path) && !model.field(path)),
        [],
      )
      const grouped = kind.groups.flatMap(({ paths, rare = [] }) => [...paths, ...rare])
      assert.equal(new Set(grouped).size, grouped.length)
      assert.ok(kind.groups.every(({ title }) => title in texts.record.groups))
    })

    test(`${kind.entity}: its lists name it by a field that they have`, () => {
      const members = listMembers(kind, 'k1')
      assert.deepEqual(Object.keys(members), kind.lists.map(memberOfList))
      for (const [member, content] of Object.entries(members)) {
        const { Criteria, Scope, OrderBy } = content as {
          Criteria: { SearchQuery: Body }
          Scope: { Fields: Body }
          OrderBy: { Fields: Body[]; PageSize: number }
        }
        const model = modelNamed(member.split('.')[0] as string)
        const named = [
          ...Object.keys(Criteria.SearchQuery),
          ...Object.keys(Scope.Fields),
          ...OrderBy.Fields.flatMap(Object.keys),
        ]
        assert.deepEqual(
          named.filter(path => !model.field(path)),
          [],
          member,
        )
        assert.deepEqual(Object.values(Criteria.SearchQuery), [{ $EQ: 'k1' }])
        assert.equal(OrderBy.PageSize, listLength)
      }
    })

    test(`${kind.entity}: the address of each list filters it by a field that people see`, () => {
      for (const name of kind.lists) {
        const { search } = listAddress(kind, name, 'a=b')
        const [condition] = filterFromText(search.filter).items
        assert.ok(condition && 'field' in condition)
        const { of } = fieldsNamed(memberOfList(name).split('.')[0] as string)
        assert.ok(of(condition.field), condition.field)
        assert.deepEqual(condition.values, ['a=b'])
      }
    })

    test(`${kind.entity}: interactions and tasks name it by a field that they have`, () => {
      if (kind.interactionsBy) assert.ok(modelNamed('Interaction').field(kind.interactionsBy), kind.interactionsBy)
      if (kind.tasksBy) assert.ok(modelNamed('Task').field(kind.tasksBy), kind.tasksBy)
    })
  }

  test('any other entity has a page with its fields alone', () => {
    const kind = kindOfRecord('SalesTeam')
    assert.deepEqual([kind.groups, kind.lists, kind.list], [[], [], ''])
    assert.deepEqual(listMembers(kind, 'k'), {})
    assert.ok(schemaOf('SalesTeam').length > 0)
  })

  test('a list without a field that names the record is not asked for', () => {
    assert.deepEqual(listMembers({ ...kindOfRecord('SalesTeam'), lists: ['tasks'] }, 'k'), {})
    assert.ok('Activity' in fieldsOfList('tasks'))
  })

  test('an interaction or a task with an opportunity names its customer too', () => {
    const { about } = kindOfRecord('Opportunity')
    assert.deepEqual(about?.({ AbEntry: { Key: 'a' } }), { AbEntryKey: 'a' })
    assert.deepEqual(about?.({ AbEntry: null }), {})
  })

  test('the Type of a record is a key or a text', () => {
    assert.deepEqual(
      [typeOf({ Type: { Key: 'Company' } }), typeOf({ Type: 'Person' }), typeOf({})],
      ['Company', 'Person', ''],
    )
    assert.equal(new Set(Object.values(draftIds('k1'))).size, 3)
    assert.notEqual(draftIds('k1').note, draftIds('k2').note)
  })
})
