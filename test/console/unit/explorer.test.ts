// Proves the explorer: what is meant at the cursor, what is offered there, where a problem is, and requests to begin with.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { completeFrom, type Knowledge } from '../../../console/src/explorer/completion.ts'
import { loggedIn, loggedMembers } from '../../../console/src/explorer/logged.ts'
import { placeAt, rangeOf } from '../../../console/src/explorer/place.ts'
import {
  entityIn,
  firstEntity,
  inLines,
  isReading,
  operations,
  parseBody,
  pretty,
  takesEntity,
  templateOf,
} from '../../../console/src/explorer/requests.ts'
import { completionsAt, stateOf } from './codemirror.ts'
import { modelNamed, schemaOf } from './support.ts'

describe('what is meant at the cursor', () => {
  const at = (text: string) => {
    const { state, pos } = stateOf(text)
    return placeAt(state, pos)
  }
  const cases: [string, string[], boolean][] = [
    ['{ | }', [], true],
    ['{ "Ab|" }', [], true],
    ['{ "AbEntry": { | } }', ['AbEntry'], true],
    ['{ "AbEntry": { "Scope": { "Fields": { "Na|": 1 } } } }', ['AbEntry', 'Scope', 'Fields'], true],
    ['{ "AbEntry": { "OrderBy": { "Fields": [{ | }] } } }', ['AbEntry', 'OrderBy', 'Fields', '[]'], true],
    [
      '{ "AbEntry": { "Criteria": { "SearchQuery": { "Type": { "$EQ": "|" } } } } }',
      ['AbEntry', 'Criteria', 'SearchQuery', 'Type', '$EQ'],
      false,
    ],
    ['{ "A": [|] }', ['A', '[]'], false],
    ['{ "A": | }', ['A'], false],
  ]
  for (const [text, path, isName] of cases) {
    test(text, () => {
      const place = at(text)
      assert.deepEqual([place?.path, place?.isName], [path, isName])
    })
  }

  test('what a completion replaces: a text with its quotation marks, or nothing', () => {
    const [inText, between] = [at('{ "Ab|" }'), at('{ | }')]
    assert.deepEqual([inText?.from, inText?.to], [2, 6])
    assert.deepEqual([between?.from, between?.to], [2, 2])
  })

  test('nothing outside the object, or in an empty text', () => {
    assert.equal(at('|'), null)
    assert.equal(at('{} |'), null)
  })
})

describe('where a problem is', () => {
  const text = `{
  "AbEntry": { "Data": [{ "Email": "x" }, { "Email": "y", "Address": { "City": 7 } }], "Scope": {} },
  "Task.due": { "Scope": { "Fields": { "Actvity": 1 } } }
}`
  const found = (path: string) => {
    const { state } = stateOf(text)
    const range = rangeOf(state, path)
    return range && state.sliceDoc(range.from, range.to)
  }
  const cases: [string, string | null][] = [
    ['AbEntry.Data[1].Email', '"Email"'],
    ['abentry.data[1].address.city', '"City"'],
    ['AbEntry.Data[1]', '{ "Email": "y", "Address": { "City": 7 } }'],
    ['AbEntry.Data[0].Phone', null],
    ['Task.due.Scope.Fields.Actvity', '"Actvity"'],
    ['AbEntry', '"AbEntry"'],
    ['AbEntry.Unknown', '"AbEntry"'],
    ['Unknown', null],
    ['', text],
  ]
  for (const [path, expected] of cases) {
    test(path || 'the whole body', () => {
      const actual = found(path)
      if (path === 'AbEntry.Data[0].Phone') assert.equal(actual, '"Data"')
      else assert.equal(actual, expected)
    })
  }

  test('an element that is not there gives the list, and a text that is no JSON nothing', () => {
    assert.match(found('AbEntry.Data[7].Email') ?? '', /^\[\{ "Email"/)
    assert.equal(rangeOf(stateOf('').state, 'AbEntry'), null)
  })

  test('the second of two elements is found by its number', () => {
    const { state } = stateOf(text)
    const [first, second] = [rangeOf(state, 'AbEntry.Data[0].Email'), rangeOf(state, 'AbEntry.Data[1].Email')]
    assert.ok(first && second && first.from < second.from)
  })
})

const knowledge = (operation = 'Read'): Knowledge => ({
  operation,
  entities: ['AbEntry', 'Opportunity', 'Task', 'User'].map(name => ({ name, description: `All ${name}` })),
  model: async entity => (schemaOf(entity).length > 0 ? modelNamed(entity) : null),
  options: async (_entity, path) =>
    path === 'Type' ? [{ key: 'Company', label: 'Company' }] : [{ key: 3, label: 'Won' }],
})

const completer = (operation?: string) => completeFrom(() => knowledge(operation))

describe('what is offered', () => {
  const offered = async (text: string, operation?: string) =>
    (await completionsAt(completer(operation), text)).labels ?? []

  test('entities and parts of the envelope at the root', async () => {
    assert.deepEqual(await offered('{ | }'), [
      'AbEntry',
      'Opportunity',
      'Task',
      'User',
      'Configuration',
      'Globalization',
    ])
  })

  test('the sections of an entity by the operation', async () => {
    assert.deepEqual(await offered('{ "AbEntry": { | } }'), [
      'Scope',
      'Criteria',
      'OrderBy',
      'GroupBy',
      'FieldOptions',
      'Options',
    ])
    assert.deepEqual(await offered('{ "AbEntry": { | } }', 'Update'), ['Data', 'Options'])
    assert.deepEqual(await offered('{ "Unknown": { | } }'), [])
  })

  test('fields and aggregates in Scope; below a reference the fields of its record, below a value its parts', async () => {
    const own = await offered('{ "Task.due": { "Scope": { "Fields": { | } } } }')
    assert.ok(own.includes('Activity') && own.includes('$COUNT()'))
    const entry = await offered('{ "Task": { "Scope": { "Fields": { "AbEntry": { | } } } } }')
    assert.ok(entry.includes('CompanyName') && !entry.includes('Activity'))
    const address = await offered('{ "AbEntry": { "Scope": { "Fields": { "Address": { | } } } } }')
    assert.ok(address.includes('City') && address.includes('DisplayValue') && !address.includes('CompanyName'))
    assert.deepEqual(await offered('{ "Task": { "Scope": { | } } }'), ['Fields'])
  })

  test('fields with operators in a SearchQuery, at any depth of groups, and the operators of a field', async () => {
    const names = await offered('{ "AbEntry": { "Criteria": { "SearchQuery": { "$AND": [{ "$OR": [{ | }] }] } } } }')
    assert.ok(names.includes('Type') && names.includes('$PHRASE'))
    const operators = await offered('{ "AbEntry": { "Criteria": { "SearchQuery": { "Type": { | } } } } }')
    assert.deepEqual(operators, modelNamed('AbEntry').field('Type')?.operators)
    assert.deepEqual(await offered('{ "AbEntry": { "Criteria": { "SearchQuery": { "Unknown": { | } } } } }'), [])
    assert.deepEqual(await offered('{ "AbEntry": { "Criteria": { | } } }'), ['SearchQuery', 'Top'])
    assert.deepEqual(await offered('{ "AbEntry": { "Criteria": { "Top": { | } } } }'), [])
  })

  test('sortable fields in OrderBy and GroupBy, fields with options in FieldOptions, assignable ones in Data', async () => {
    const { fields } = modelNamed('AbEntry')
    const paths = (is: (field: (typeof fields)[number]) => boolean) => fields.filter(is).map(({ path }) => path)
    assert.deepEqual(
      await offered('{ "AbEntry": { "OrderBy": { "Fields": [{ | }] } } }'),
      paths(one => one.isSortable),
    )
    assert.deepEqual(await offered('{ "AbEntry": { "OrderBy": { | } } }'), ['Fields', 'PageSize', 'PageKey'])
    assert.deepEqual(await offered('{ "AbEntry": { "GroupBy": { | } } }'), ['Fields'])
    assert.deepEqual(
      await offered('{ "AbEntry": { "FieldOptions": { | } } }'),
      paths(one => one.hasOptions),
    )
    const written = await offered('{ "AbEntry": { "Data": [{ | }] } }', 'Update')
    assert.deepEqual(
      written,
      paths(one => one.isAssignable || one.path === 'Key' || one.path === 'Version'),
    )
    assert.deepEqual(await offered('{ "AbEntry": { "Options": { | } } }'), [])
  })

  test('values: options, booleans, functions of dates, directions, drivers', async () => {
    const inQuery = (field: string) =>
      `{ "AbEntry": { "Criteria": { "SearchQuery": { "${field}": { "$EQ": "|" } } } } }`
    assert.deepEqual(await offered(inQuery('Type')), ['Company'])
    assert.ok((await offered(inQuery('CreationDate'))).includes('$THISWEEK()'))
    assert.deepEqual(await offered(inQuery('CompanyName')), [])
    assert.deepEqual(await offered('{ "Task": { "Criteria": { "SearchQuery": { "Completed": { "$EQ": | } } } } }'), [
      'true',
      'false',
    ])
    assert.deepEqual(await offered('{ "AbEntry": { "OrderBy": { "Fields": [{ "FullName": "|" }] } } }'), [
      'ASC',
      'DESC',
    ])
    assert.deepEqual(await offered('{ "Globalization": { "Culture": "|" } }'), ['$CURRENTUSER()'])
    assert.deepEqual(await offered('{ "Globalization": { | } }'), ['Culture', 'TimeZone'])
    assert.deepEqual(await offered('{ "Configuration": { | } }'), ['Drivers'])
    assert.ok((await offered('{ "Configuration": { "Drivers": { | } } }')).includes('IAbEntrySearcher'))
    assert.deepEqual(await offered('{ "Configuration": { "Drivers": { "IAbEntrySearcher": "|" } } }'), [
      'Service.Model.Access.Sql.AbEntrySearcher',
    ])
    assert.deepEqual(await offered('{ "AbEntry": { "Scope": { "Fields": { "Type": "|" } } } }'), [])
  })

  test('nothing unless it is asked for, or a text is being typed', async () => {
    assert.equal((await completionsAt(completer(), '{ | }', false)).result, null)
    assert.ok((await completionsAt(completer(), '{ "A|" }', false)).result)
    assert.equal((await completionsAt(completer(), '|')).result, null)
  })
})

describe('a choice', () => {
  const after = async (text: string, label: string, operation?: string) =>
    (await completionsAt(completer(operation), text)).choose(label)

  test('of a name brings its value and puts the cursor into it', async () => {
    assert.equal(await after('{ | }', 'Task'), '{ "Task": { "Scope": { "Fields": { | } } } }')
    assert.equal(await after('{ "Ta|" }', 'Task', 'Create'), '{ "Task": { "Data": { | } } }')
    assert.equal(
      await after('{ "Task": { "Scope": { "Fields": { "|" } } } }', 'Activity'),
      '{ "Task": { "Scope": { "Fields": { "Activity": 1| } } } }',
    )
  })

  test('of a name that has a value already replaces the name alone', async () => {
    assert.equal(await after('{ "Ta|": {} }', 'Task'), '{ "Task"|: {} }')
  })

  test('before another member gets its comma', async () => {
    assert.equal(
      await after('{ | "Task": {} }', 'AbEntry'),
      '{ "AbEntry": { "Scope": { "Fields": { | } } }, "Task": {} }',
    )
  })

  test('of a list takes brackets, of a number no quotation marks', async () => {
    const query = (inner: string) => `{ "Opportunity": { "Criteria": { "SearchQuery": { "Status": ${inner} } } } }`
    assert.equal(await after(query('{ | }'), '$IN'), query('{ "$IN": [|] }'))
    assert.equal(await after(query('{ "$EQ": | }'), '3'), query('{ "$EQ": 3| }'))
    assert.equal(
      await after('{ "AbEntry": { "Criteria": { "SearchQuery": { "Type": { "$EQ": "|" } } } } }', 'Company'),
      '{ "AbEntry": { "Criteria": { "SearchQuery": { "Type": { "$EQ": "Company"| } } } } }',
    )
  })
})

describe('requests to begin with', () => {
  const template = (operation: string, entity: string) => templateOf(operation, modelNamed(entity))

  test('a Read names the record, some plain fields and the key', () => {
    const { AbEntry, ...beside } = template('Read', 'AbEntry') as { AbEntry: { Scope: { Fields: object } } }
    assert.deepEqual(Object.keys(beside), ['Globalization'], 'no drivers, which a plain Read does not need')
    const fields = Object.keys(AbEntry.Scope.Fields)
    assert.ok(fields.length >= 3 && fields.length <= 6)
    assert.equal(fields.at(-1), 'Key')
    assert.ok(fields.every(path => modelNamed('AbEntry').field(path)))
  })

  test('a write names what it needs', () => {
    const data = (operation: string) =>
      (template(operation, 'Task') as { Task: { Data: Record<string, unknown> } }).Task.Data
    const mandatory = modelNamed('Task').fields.filter(({ isMandatory, path }) => isMandatory && path !== 'Key')
    assert.deepEqual(data('Create'), { Key: null, ...Object.fromEntries(mandatory.map(({ path }) => [path, ''])) })
    assert.equal(data('Update').Key, '')
    assert.deepEqual(data('Delete'), { Key: '' })
    assert.deepEqual(data('Restore'), { Key: '' })
  })

  test('operations without an entity, or with an unknown one, have an empty body', () => {
    assert.deepEqual(template('GetSessionInfo', 'Task'), {})
    assert.deepEqual(templateOf('Read', null), {})
    assert.ok(operations.includes('Validate') && takesEntity('Read') && !takesEntity('GetVersionInfo'))
    assert.deepEqual(
      operations.filter(one => !isReading(one)),
      ['Create', 'Update', 'Delete', 'Restore'],
    )
    assert.ok(schemaOf(firstEntity).length > 0)
  })

  test('the entity of a body is its first member that is none of the envelope', () => {
    assert.equal(entityIn({ Globalization: {}, Configuration: {}, 'Task.due': {} }), 'Task')
    assert.equal(entityIn({ Compatibility: {} }), null)
  })

  test('only an object is a body; one line is shown in lines, and other texts as they are', () => {
    assert.deepEqual(parseBody('{"a":1}'), { a: 1 })
    for (const text of ['', '[1]', 'null', '7', '{']) assert.equal(parseBody(text), null)
    assert.equal(inLines('{"a":1}'), pretty({ a: 1 }))
    assert.equal(inLines('{\n"a":1}'), '{\n"a":1}')
    assert.equal(inLines('no JSON'), 'no JSON')
  })
})

describe('a request of the log', () => {
  const row = {
    Time: { Value: '2026-11-16T09:00:00Z', DisplayValue: '16 Nov' },
    User: { Key: 'u', DisplayValue: 'Ben' },
    Application: null,
    Method: 'POST',
    Route: '/Read',
    Operation: 'Read',
    Entity: 'Task',
    Status: 200,
    Milliseconds: 12,
    RequestId: 'r1',
    Body: '{"Task":{}}',
    Answer: '{"Code":-1,"Msg":["No"],"Errors":[{"ErrorCode":-3000,"Path":"Task","Message":"No"}]}',
  }
  const read = (changes: object) => loggedIn({ RequestLog: { Data: [{ ...row, ...changes }] } })

  test('has its body in lines, who asked when, and its answer with the problems', () => {
    const logged = read({})
    assert.deepEqual([logged?.operation, logged?.entity, logged?.text], ['Read', 'Task', pretty({ Task: {} })])
    assert.deepEqual(logged?.facts, ['16 Nov', 'Ben', 'POST /Read'])
    assert.deepEqual([logged?.exchange?.status, logged?.exchange?.ms, logged?.exchange?.requestId], [200, 12, 'r1'])
    assert.deepEqual(
      logged?.exchange?.problems.map(({ code }) => code),
      [-3000],
    )
  })

  test('without what was not recorded', () => {
    const logged = read({ Body: null, Answer: null, Entity: null })
    assert.deepEqual([logged?.text, logged?.exchange, logged?.entity], [null, null, null])
    assert.equal(read({ Answer: 'cut {' })?.exchange?.answer, null)
    assert.equal(loggedIn({ RequestLog: { Data: [] } }), null)
  })

  test('is read by its key, with fields that the log has', () => {
    const { RequestLog } = loggedMembers('k') as { RequestLog: { Scope: { Fields: object }; Criteria: object } }
    const model = modelNamed('RequestLog')
    assert.deepEqual(
      Object.keys(RequestLog.Scope.Fields).filter(path => !model.field(path)),
      [],
    )
    assert.deepEqual(RequestLog.Criteria, { SearchQuery: { Key: { $EQ: 'k' } }, Top: 1 })
  })
})
