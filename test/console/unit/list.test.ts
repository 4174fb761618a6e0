// Proves the lists of entities: definitions that the Schema knows, state in the address, the request, exports and saved views.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Body } from '../../../console/src/api/envelope.ts'
import { mayHaveErrors, nearCondition, wordsCondition } from '../../../console/src/api/search.ts'
import { isComplete } from '../../../console/src/fields/operators.ts'
import { searchQueryOf } from '../../../console/src/filter/criteria.ts'
import { conditionsOf, noFilter } from '../../../console/src/filter/tree.ts'
import { filterFromText, filterText } from '../../../console/src/filter/url.ts'
import { definitionOf, type ListDefinition } from '../../../console/src/screens/list/definition.ts'
import { type ExportFormat, endingOf, exportRequest, formatsOf } from '../../../console/src/screens/list/export.ts'
import { isInTitleOrder, listRequest, sortsOf } from '../../../console/src/screens/list/request.ts'
import { columnsIn, type ListParams, listParams } from '../../../console/src/screens/list/state.ts'
import { columnsFromText, sortFromText } from '../../../console/src/table/columns.ts'
import { valuesOf } from '../../../console/src/ui/addresses/params.ts'
import { sizeText } from '../../../console/src/ui/display/size-text.ts'
import { contentOf, contentText, membersOf, noContent } from '../../../console/src/views/content.ts'
import { fieldOf, fieldsNamed, texts } from './support.ts'

const entities = [
  'AbEntry',
  'Opportunity',
  'Case',
  'Lead',
  'Task',
  'Appointment',
  'Interaction',
  'Campaign',
  'RequestLog',
]
const paramsOf = (search: Record<string, string> = {}): ListParams => valuesOf(listParams, search)

describe('what a list begins with', () => {
  for (const entity of entities) {
    const definition = definitionOf(entity)
    const { of } = fieldsNamed(entity)

    test(`${entity}: its columns and order are fields of the entity`, () => {
      const paths = [
        definition.title,
        ...columnsFromText(definition.columns).map(({ path }) => path),
        ...(definition.tabs ? [definition.tabs] : []),
      ]
      assert.deepEqual(
        paths.filter(path => !of(path)),
        [],
      )
      for (const { path } of sortFromText(definition.sort)) assert.ok(path === 'Key' || of(path)?.sortable, path)
    })

    for (const view of definition.builtIn) {
      test(`${entity}: the view "${view.id}" filters by complete conditions on its fields`, () => {
        const filter = filterFromText(view.filter)
        assert.equal(filterText(filter), view.filter)
        const conditions = conditionsOf(filter)
        assert.ok(conditions.length > 0)
        for (const one of conditions) {
          assert.ok('op' in one && of(one.field) && isComplete(one.op, one.values), JSON.stringify(one))
        }
        for (const { path } of sortFromText(view.sort ?? '')) assert.ok(of(path)?.sortable, path)
        assert.ok(view.name(texts).length > 0)
      })
    }

    test(`${entity}: it begins with a view that it has`, () => {
      assert.ok(definition.start === undefined || definition.builtIn.some(({ id }) => id === definition.start))
    })
  }

  test('any other entity is listed by its name', () => {
    const definition = definitionOf('SalesTeam')
    assert.deepEqual([definition.entity, definition.title, definition.sort], ['SalesTeam', 'DisplayValue', '-Key'])
  })
})

describe('near hits', () => {
  test('are looked for where the server takes errors', () => {
    for (const text of ['lakesyde', 'Ann Colman', ' müle ']) assert.ok(mayHaveErrors(text), text)
    for (const text of ['', 'ann', '6135550101', 'one two three four five six seven eight nine ten eleven'])
      assert.ok(!mayHaveErrors(text), text)
    assert.deepEqual(nearCondition(' colman '), { $NEAR: 'colman' })
    assert.deepEqual(wordsCondition(' lake.example ', false), { $PHRASE: 'lake.example' })
  })
})

describe('the columns of a list', () => {
  const paths = (entity: string, cols = '') =>
    columnsIn(definitionOf(entity), columnsFromText(cols), fieldsNamed(entity)).map(({ field }) => field.path)

  test('are those of the definition, or of the address, and the title is always the first', () => {
    assert.deepEqual(
      paths('AbEntry'),
      columnsFromText(definitionOf('AbEntry').columns).map(({ path }) => path),
    )
    assert.deepEqual(paths('AbEntry', 'Phone_FullName_Gone'), ['FullName', 'Phone'])
    assert.deepEqual(paths('AbEntry', 'Phone'), ['FullName', 'Phone'])
  })

  test('of an entity without a definition are its first fields', () => {
    const columns = paths('SalesTeam')
    assert.equal(columns[0], 'DisplayValue')
    assert.ok(columns.length > 1 && columns.length <= 8)
    assert.ok(!columns.includes('Key') && !columns.includes('Version'))
    assert.ok(!paths('User').includes('Password'))
  })
})

describe('the request of a list', () => {
  const request = (search: Record<string, string> = {}, entity = 'AbEntry') => {
    const [definition, fields, params] = [definitionOf(entity), fieldsNamed(entity), paramsOf(search)]
    return listRequest(definition, params, columnsIn(definition, params.cols, fields), fields)
  }
  const query = (search: Record<string, string>, entity?: string) =>
    request(search, entity).criteria.SearchQuery as Body

  test('selects what columns show, what names a row, rights, and the type that tabs narrow by', () => {
    const { fields, entity, knownBy } = request({ cols: 'FullName_Phone' })
    assert.equal(entity, 'AbEntry')
    assert.deepEqual(knownBy, ['Key'])
    for (const path of ['Key', 'Version', 'FullName', 'Phone', 'Type', 'SecStatus']) assert.ok(path in fields, path)
    assert.ok(!('Address/City' in fields))
    assert.equal(request({}, 'Interaction').entity, 'InteractionLog', 'interactions of all entries')
  })

  test('without anything chosen asks for all, in the order of the definition', () => {
    assert.deepEqual(query({}), {})
    assert.deepEqual(request({}).order, [{ FullName: 'ASC' }])
  })

  test('a search asks by words where there are any, or by the beginning of the name, in the order of keys', () => {
    assert.deepEqual(query({ q: ' lake ' }), { $PHRASE: 'lake' })
    assert.deepEqual(query({ q: ' laek ', any: 'near' }), { $NEAR: 'laek' })
    for (const q of ['+1 (613) 555-0101', '@lake.example', 'lake.example']) {
      assert.deepEqual(query({ q }), { $NEAR: q }, 'digits in any form, a domain')
      assert.deepEqual(query({ q }, 'Opportunity'), { $PHRASE: q }, 'of records without an address')
    }
    for (const q of ['6135', 'ann@lake.example', 'Dr. Ann']) assert.deepEqual(query({ q }), { $PHRASE: q })
    assert.deepEqual(query({ q: '50%', any: '1' }), { FullName: { $LIKE: '%50\\%%' } })
    assert.deepEqual(request({ q: 'lake' }).order, [])
    assert.deepEqual(request({ q: 'lake', sort: '-FullName' }).order, [{ FullName: 'DESC' }, { Key: 'DESC' }])
    const { model } = fieldsNamed('RequestLog')
    const name = model.field('Operation')?.operators.includes('$LIKE') ? 'Operation' : 'DisplayValue'
    assert.deepEqual(query({ q: 'Read' }, 'RequestLog'), { [name]: { $LIKE: 'Read%' } })
  })

  test('joins search, filter and letter', () => {
    assert.deepEqual(query({ q: 'lake', filter: 'Type~in~Company', from: 'M' }), {
      $AND: [{ $PHRASE: 'lake' }, { Type: { $IN: ['Company'] } }],
    })
    assert.deepEqual(query({ filter: 'Type~in~Company', from: 'M' }), {
      $AND: [{ Type: { $IN: ['Company'] } }, { FullName: { $GE: 'M' } }],
    })
    assert.deepEqual(query({ from: 'M', sort: '-FullName' }), {}, 'a letter needs the order of the title')
  })

  test('ties of one descending order are descending too; fields that cannot be sorted are left out', () => {
    assert.deepEqual(request({ sort: '-LastContactDate' }).order, [{ LastContactDate: 'DESC' }, { Key: 'DESC' }])
    assert.deepEqual(request({ sort: '-LastContactDate_FullName' }).order, [
      { LastContactDate: 'DESC' },
      { FullName: 'ASC' },
    ])
    assert.deepEqual(request({}, 'Case').order, [{ Key: 'DESC' }])
    assert.deepEqual(request({ sort: 'Gone' }).order, [])
  })

  test('whether letters can jump follows from the order', () => {
    const definition: ListDefinition = definitionOf('AbEntry')
    assert.ok(isInTitleOrder(definition, paramsOf()))
    assert.ok(!isInTitleOrder(definition, paramsOf({ sort: '-FullName' })))
    assert.ok(!isInTitleOrder(definition, paramsOf({ q: 'lake' })))
    assert.deepEqual(sortsOf(definition, paramsOf({ q: '  ' })), sortFromText('FullName'))
  })
})

describe('an export', () => {
  const column = (path: string, kind: Parameters<typeof fieldOf>[0] = 'text', group: string | null = null) => ({
    field: fieldOf(kind, { path, label: path, group }),
    width: 100,
  })
  const records = {
    entity: 'AbEntry',
    knownBy: ['Key'],
    order: [{ CompanyName: 'ASC' }],
    criteria: { SearchQuery: { Type: 'Company' } },
    keys: null,
  }
  const columns = [
    column('Name'),
    column('City', 'text', 'Address'),
    column('Owner', 'user'),
    column('Tags', 'options'),
  ]
  const requestOf = (...[format, changes, shown]: [ExportFormat, object?, typeof columns?]) => {
    const { path, body } = exportRequest(format, { ...records, ...changes }, shown ?? columns)
    const [route, query] = path.split('?')
    const params = new URLSearchParams(query)
    return { route, format: params.get('format'), headings: params.getAll('heading'), content: body.AbEntry as Body }
  }

  test('has the columns of the list, with its headings, texts for people, and its conditions and order', () => {
    const { route, format, headings, content } = requestOf('xlsx')
    assert.deepEqual([route, format], ['export/v1', 'xlsx'])
    assert.deepEqual(headings, ['Name', 'Address · City', 'Owner', 'Tags'])
    assert.deepEqual(content, {
      Scope: { Fields: { Name: 1, City: 1, Owner: { DisplayValue: 1 }, Tags: [{ DisplayValue: 1 }] } },
      Criteria: records.criteria,
      OrderBy: { Fields: records.order },
    })
  })

  test('a value that programs compute with stays a value, and a currency has a column of its own', () => {
    const shown = [column('Close', 'date'), column('Amount', 'money'), column('Access', 'access')]
    const { headings, content } = requestOf('spreadsheet', {}, shown)
    assert.deepEqual(headings, ['Close', 'Amount', 'Amount · CurrencyCode', 'Access · Read', 'Access · Write'])
    assert.deepEqual(content.Scope, {
      Fields: {
        Close: { Value: 1 },
        Amount: { Value: 1, CurrencyCode: 1 },
        Access: { Read: [{ DisplayValue: 1 }], Write: [{ DisplayValue: 1 }] },
      },
    })
  })

  test('selected records are named by their keys; formats without columns have no headings', () => {
    const { headings, content } = requestOf('ndjson', { keys: ['a', 'b'], order: [] })
    assert.deepEqual(headings, [])
    assert.deepEqual(content.Criteria, { SearchQuery: { Key: { $IN: ['a', 'b'] } } })
    assert.equal(content.OrderBy, undefined)
  })

  test('its progress is a size with the unit that fits', () => {
    assert.deepEqual(
      [0, 999, 1500, 2_340_000, 5e9].map(bytes => sizeText(bytes, 'en')),
      ['0 byte', '999 byte', '1.5 kB', '2.3 MB', '5 GB'],
    )
  })

  test('vCard is offered for the address book alone, and each format has its ending', () => {
    assert.ok(formatsOf('AbEntry').includes('vcard') && !formatsOf('Task').includes('vcard'))
    assert.deepEqual(
      formatsOf('AbEntry').map(format => endingOf[format]),
      ['xlsx', 'csv', 'vcf', 'csv', 'ndjson'],
    )
  })
})

describe('saved views', () => {
  const fields = fieldsNamed('AbEntry')

  test('are opened as they were saved', () => {
    const content = {
      ...noContent,
      filter: filterFromText('Type~in~Company*o(FullName~has~lake*LastContactDate~last~30~D)'),
      sort: sortFromText('-LastContactDate_FullName'),
      columns: columnsFromText('FullName.260_Phone'),
    }
    const saved = JSON.parse(JSON.stringify(membersOf(content, fields)))
    assert.deepEqual(saved.Columns, [{ Field: 'FullName', Width: 260 }, { Field: 'Phone' }])
    assert.equal(contentText(contentOf(saved, fields)), contentText(content))
  })

  test('without content are lists of everything; a width of nothing is none', () => {
    assert.deepEqual(contentOf({}, fields), noContent)
    assert.deepEqual(
      contentOf(
        {
          Columns: [
            { Field: 'Phone', Width: null },
            { Field: 'Email', Width: 0 },
          ],
        },
        fields,
      ).columns,
      [{ path: 'Phone' }, { path: 'Email' }],
    )
    assert.deepEqual(contentOf({ OrderBy: [{ FullName: 'desc' }] }, fields).sort, [
      { path: 'FullName', descending: true },
    ])
    assert.equal(contentText(noContent), '\n\n\n\n')
    assert.deepEqual(searchQueryOf(noFilter, fields.of), {})
  })
})
