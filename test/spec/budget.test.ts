// Tests the budget of a request: what is over a limit is refused before any work, and other requests do not wait for it.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Crm, drivers, eachCrm, type Json } from '../support/crm.ts'
import { stalledBy } from '../support/stall.ts'

/** `npm run budget` asserts how long others wait. Without the limits these requests take seconds to minutes. */
const measures = process.env.CLIENTELE_BUDGET !== undefined
const mostMs = 1_000
const limitExceeded = -1007

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const usedMemory = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

const nest = (depth: number, inner: Json = 1): Json => {
  let value = inner
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

/** Does the work; `npm run budget` measures how long another request waits meanwhile. */
async function meanwhile<T>(crm: Crm, work: () => Promise<T>): Promise<T> {
  if (!measures) return work()
  const { result, busyMs } = await stalledBy(crm.server.url, work)
  assert.ok(busyMs < mostMs, `another request waited ${busyMs} ms`)
  return result
}

/** Sends a body as text, which JSON.stringify could not always make. */
const send = async (crm: Crm, operation: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${crm.server.url}/api/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${crm.user.token}`, ...headers },
    body,
  })
  return { status: response.status, answer: (await response.json()) as Json }
}

eachCrm('the budget of a request', crm => {
  /** Refused with -1007 and nothing else, by a message that names the limit, while others are answered. */
  const overBudget = async (operation: string, body: Json, limit: RegExp) => {
    const result = await meanwhile(crm(), () => crm().refused(operation, body, crm().user))
    assert.deepEqual(
      result.map(problem => problem.ErrorCode),
      [limitExceeded],
    )
    assert.match(result[0]?.Message ?? '', limit)
    return result[0]
  }

  describe('paths', () => {
    const long = `${'Parent/'.repeat(20_000)}Key`
    const deep = `${'Parent/'.repeat(12)}Key`
    test('a path of many steps is refused wherever it stands', async () => {
      for (const [path, limit] of [
        [long, /at most 500/],
        [deep, /13 steps.*at most 12/],
      ] as const) {
        for (const content of [
          { Scope: { Fields: { [path]: 1 } } },
          { Criteria: { SearchQuery: { [path]: 'x' } } },
          { OrderBy: { Fields: [{ [path]: 'ASC' }] } },
          { Scope: { Fields: { [`$COUNT(${path})`]: 1 } } },
          { Scope: { Fields: { '$COUNT()': 1 } }, GroupBy: { Fields: [{ [path]: 1 }] } },
        ])
          await overBudget('Read', { AbEntry: content, Configuration: drivers }, limit)
        await overBudget('Create', { AbEntry: { Data: { [path]: 1 } } }, limit)
        await overBudget('Read', { AbEntry: { FieldOptions: { [path]: 1 } } }, limit)
      }
    })
    test('a path of twelve steps is resolved', async () => {
      const fields = { [`${'Parent/'.repeat(11)}Key`]: 1, [`/AbEntry/${'Parent/'.repeat(11)}Key`]: 1 }
      await crm().ok('Read', { AbEntry: { Scope: { Fields: fields } }, Configuration: drivers })
    })
  })

  test('a list of texts that grow when they are folded is refused', async () => {
    const $IN = times(500, i => `${i}${'\ufdfa'.repeat(55)}`)
    const find = (LastName: Json) => ({ AbEntry: { Criteria: { SearchQuery: { LastName } } }, Configuration: drivers })
    await overBudget('Read', find({ $IN }), /more than 4 times as long/)
    await crm().ok('Read', find({ $EQ: $IN[0] }))
    await crm().ok('Read', find({ $IN: times(500, i => `${i}${'한'.repeat(55)}`) }))
  })

  describe('depth', () => {
    test('a body of more than 100 levels is refused on every operation', async () => {
      for (const body of [
        { AbEntry: { Data: { LastName: nest(6_000) } } },
        { AbEntry: {}, Compatibility: { AbEntryKey: nest(6_000) } },
        { AbEntry: { Scope: { Fields: nest(6_000) } } },
        { AbEntry: { FieldOptions: { Type: nest(6_000) } } },
      ])
        for (const operation of ['Create', 'Read', 'Update', 'Delete', 'Validate'])
          await overBudget(operation, body, /deeper than 100 levels/)
    })
    test('a body that JSON.stringify cannot write is refused too, also with an Idempotency-Key', async () => {
      const body = `{"AbEntry":{"Scope":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`
      for (const [operation, headers] of [
        ['Read', {}],
        ['Create', { 'idempotency-key': 'deep' }],
      ] as const) {
        const { status, answer } = await send(crm(), operation, body, headers)
        assert.equal(status, 200)
        assert.equal(answer.Errors[0].ErrorCode, limitExceeded)
      }
    })
  })

  describe('names and problems', () => {
    const unknown = (count: number) => Object.fromEntries(times(count, i => [`LastName${i.toString(36)}`, 1]))
    test('a record of more than 1,000 members is refused without a look at its names', async () => {
      for (const body of [
        { AbEntry: { Data: unknown(20_000) } },
        { AbEntry: { Data: { Udf: unknown(20_000) } } },
        { AbEntry: { FieldOptions: unknown(20_000) } },
      ])
        await overBudget('Validate', body, /20000 members.*at most 1000/)
      await overBudget('Create', { AbEntry: { Data: unknown(138_000) } }, /at most 1000/)
      await overBudget('Read', { AbEntry: { FieldOptions: unknown(20_000) } }, /at most 1000/)
    })
    test('an answer lists 100 problems with 20 suggestions and counts the others', async () => {
      const result = await meanwhile(crm(), () =>
        crm().refused('Validate', { AbEntry: { Data: unknown(1_000) } }, crm().user),
      )
      assert.equal(result.length, 101)
      assert.equal(result.filter(problem => /Did you mean/.test(problem.Message)).length, 20)
      assert.match(result.at(-1)?.Message ?? '', /^and \d+ more problems/)
    })
    test('so does a batch, however many members are wrong', async () => {
      const fields = unknown(999)
      const batch = Object.fromEntries(times(100, i => [`AbEntry.n${i}`, { Scope: { Fields: fields } }]))
      const result = await meanwhile(crm(), () => crm().refused('Read', batch, crm().user))
      assert.equal(result.length, 101)
      assert.equal(result.filter(problem => /Did you mean/.test(problem.Message)).length, 20)
    })
    test('a few problems are all listed', async () => {
      const problems = await crm().refused('Validate', { AbEntry: { Data: unknown(15) } }, crm().user)
      assert.equal(problems.filter(problem => /Did you mean "LastName/.test(problem.Message)).length, 15)
    })
  })

  describe('lists and functions', () => {
    test('a list of more than 1,000 principals or records is refused', async () => {
      const principals = times(20_000, i => Buffer.from(`User\tU${i}`).toString('base64'))
      const path = await overBudget(
        'Validate',
        { AbEntry: { Data: { SecAccess: { Read: principals } } } },
        /20000.*1000/,
      )
      assert.equal(path?.Path, 'AbEntry.Data.SecAccess.Read')
      await overBudget('Create', { Opportunity: { Data: [{ Products: principals }] } }, /20000.*1000/)
    })
    test('$OFFSET nests three times, in a list too', async () => {
      const offsets = (depth: number) => `${'$OFFSET(D-1,'.repeat(depth)}$TODAY()${')'.repeat(depth)}`
      const query = (value: string) => ({ AbEntry: { Criteria: { SearchQuery: { CreationDate: { $IN: [value] } } } } })
      await crm().ok('Read', query(offsets(3)))
      await overBudget('Read', query(offsets(4)), /more than 3 \$OFFSET/)
      await overBudget('Read', query(offsets(200_000)), /at most 10000/)
    })
  })

  describe('rich text', () => {
    const note = (RichText: Json) => ({ Note: { Data: { RichText, ParentKey: parent } } })
    let parent = ''
    before(async () => {
      parent = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Notes' })
    })
    test('is refused over its length or depth before it is sanitized', async () => {
      for (const [html, code] of [
        ['<b>'.repeat(100_000), -3005],
        ['<'.repeat(4_000_000), -3005],
        ['<'.repeat(120_000), limitExceeded],
        ['<b>'.repeat(40_000), limitExceeded],
        ['<x>'.repeat(40_000), limitExceeded],
      ] as const) {
        for (const RichText of [html, { Value: html }]) {
          const result = await meanwhile(crm(), () => crm().refused('Validate', note(RichText), crm().user))
          assert.deepEqual(
            result.map(problem => problem.ErrorCode),
            [code],
          )
        }
      }
    })
    test('is sanitized note by note, and others are answered in between', async () => {
      const notes = times(30, i => ({ ParentKey: parent, RichText: `${i}${'<b>a</b>'.repeat(8_000)}` }))
      await meanwhile(crm(), () => crm().ok('Validate', { Note: { Data: notes } }, crm().user))
    })
    test('keeps its text, and its elements down to the fiftieth', async () => {
      const deep = await crm().create('Note', {
        ParentKey: parent,
        RichText: `${'<b>'.repeat(60)}deep${'</b>'.repeat(60)}`,
      })
      const kept = await crm().get('Note', deep, { Text: 1, RichText: 1 })
      assert.equal(kept.Text, 'deep')
      assert.equal(kept.RichText, `${'<b>'.repeat(50)}deep${'</b>'.repeat(50)}`)
      const object = await crm().create('Note', {
        ParentKey: parent,
        RichText: { Value: '<p>1 &lt; 2<script>x</script></p><p title="a>b">two</p>' },
      })
      const { Text, RichText } = await crm().get('Note', object, { Text: 1, RichText: 1 })
      assert.deepEqual([Text, RichText], ['1 < 2\ntwo', '<p>1 &lt; 2</p><p>two</p>'])
    })
  })

  describe('conditions on Schema', () => {
    const read = (query: Json) => ({ Schema: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } } })
    test('50 conditions, and 1,000 values in a list', async () => {
      const lists = times(30, i => ({ Name: { $IN: times(10_000, j => `n${i + j}`) } }))
      const result = await meanwhile(crm(), () => crm().refused('Read', read({ $OR: lists }), crm().user))
      for (const problem of result)
        assert.deepEqual([problem.ErrorCode, /1000.*in-values/.test(problem.Message)], [limitExceeded, true])
      await overBudget('Read', read({ $OR: times(51, i => ({ Name: `n${i}` })) }), /more than 50 conditions/)
    })
    test('within the limits other requests do not wait for them', async () => {
      const values = times(1_000, i => `name ${i}`)
      for (const condition of [
        { Name: { $IN: values } },
        { Name: { $LIKE: '%_'.repeat(500) } },
        { Key: { $LIKE: `%${'a%'.repeat(499)}` } },
      ]) {
        await meanwhile(crm(), () => crm().ok('Read', read({ $OR: times(50, () => condition) }), crm().user))
      }
    })
  })

  describe('long lists and long answers', () => {
    let parent = ''
    before(async () => {
      const entries = times(1_000, i => ({ Type: 'Individual', FirstName: 'A', LastName: `a${i}` }))
      await crm().ok('Create', { AbEntry: { Data: entries } })
      parent = await crm().create('AbEntry', { Type: 'Company', CompanyName: 'Notes' })
      await crm().ok('Create', { Note: { Data: times(40, () => ({ ParentKey: parent, Text: 'x'.repeat(60_000) })) } })
    })
    test('2,000 dates are compared with each record once, and other requests do not wait', async () => {
      const dates = times(2_000, i => new Date(Date.UTC(1990, 0, 1 + i)).toISOString().slice(0, 10))
      const today = new Date().toISOString().slice(0, 10)
      for (const [extra, count] of [
        [[], 0],
        [[today], 1_000],
      ] as const) {
        const query = { LastName: { $LIKE: 'a%' }, CreationDate: { $IN: [...dates, ...extra] } }
        const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: query } }
        const result = await meanwhile(crm(), () => crm().ok('Read', { AbEntry: content }, crm().user))
        assert.equal(result.AbEntry.Data.length, count)
      }
    })
    test('an answer has at most 64 MiB, over all members of a batch', async () => {
      const notes = { Scope: { Fields: { Text: 1, RichText: 1 } }, Criteria: { SearchQuery: { ParentKey: parent } } }
      const batch = (count: number) => Object.fromEntries(times(count, i => [`Note.n${i}`, notes]))
      const { 'Note.n1': second } = await crm().ok('Read', batch(2), crm().user)
      assert.equal(second.Data.length, 40)
      await overBudget('Read', batch(20), /64 MiB/)
    })
  })

  describe('plans', () => {
    test('of many conditions are not kept, so that no sequence of Reads fills the memory', async () => {
      const spellings = times(
        12,
        i => 'lastname'.slice(0, i % 8).toUpperCase() + 'lastname'.slice(i % 8) + '/Value'.slice(0, i < 8 ? 0 : 6),
      )
      const read = (name: string) => ({
        AbEntry: {
          Scope: { Fields: { Key: 1 } },
          Criteria: { Top: 1, SearchQuery: { $OR: times(990, i => ({ [name]: `x${i}` })) } },
        },
      })
      await crm().ok('Read', read('LASTNAME'), crm().user)
      const before = usedMemory()
      for (const name of spellings) await crm().ok('Read', read(name), crm().user)
      const grown = (usedMemory() - before) / 1024 ** 2
      assert.ok(grown < 8, `12 plans took ${grown} MiB`)
    })
  })

  describe('TokenValid', () => {
    test('takes 4 KiB of strict JSON without a token', async () => {
      const url = `${crm().server.url}/api/TokenValid`
      const ask = (body: string) => fetch(url, { method: 'POST', body })
      for (const filler of ['//\n', '/**/']) {
        const result = await meanwhile(crm(), () => ask(filler.repeat(1_000_000)))
        assert.equal(result.status, 413)
      }
      const answer = async (body: string) => (await (await ask(body)).json()) as Json
      assert.equal((await answer(JSON.stringify({ Token: crm().user.token }))).Code, 0)
      assert.equal((await answer(`/* no */${JSON.stringify({ Token: crm().user.token })}`)).Code, -1)
    })
  })

  describe('bodies', () => {
    test('a body of comments is read in linear time', async () => {
      for (const filler of ['//\n', '/**/', '/**/ \n']) {
        const body = filler.repeat(Math.floor(4_000_000 / filler.length))
        const result = await meanwhile(crm(), () =>
          send(crm(), 'Read', `${body}{"AbEntry":{"Scope":{"Fields":{"Key":1}}}}`),
        )
        assert.equal(result.answer.Code, 0)
      }
    })
  })
})
