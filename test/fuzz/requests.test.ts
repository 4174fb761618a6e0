// Sends random requests, sensible and senseless ones, and expects an answer without a 5xx to each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { entities } from '../../src/entities/index.ts'
import { eachCrm } from '../support/crm.ts'
import { report, sizeOf } from '../support/report.ts'

const requests = sizeOf('CLIENTELE_FUZZ_REQUESTS', 200)
const seed = Number(process.env.CLIENTELE_FUZZ_SEED ?? 20_261_116)
const together = 20

interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly form: boolean
}

const odd = fc.constantFrom(
  '',
  '\u0000',
  '__proto__',
  'constructor',
  'toString',
  '$',
  '/',
  '\\',
  '\ud800',
  '😀',
  "'",
  '"',
  '%',
)
const word = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 12, unit: 'grapheme' }) },
  { weight: 1, arbitrary: odd },
)
const anything = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' })

const operations = [
  'Read',
  'Create',
  'Update',
  'Delete',
  'Restore',
  'Validate',
  'FieldOptions',
  'TokenValid',
  'GetSystemInfo',
]
const entity = fc.constantFrom(...entities, ...entities.slice(0, 3))
const names = (fields: object) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...Object.keys(fields), 'Key') }, { weight: 1, arbitrary: word })
const value = fc.oneof(
  anything,
  word,
  fc.constantFrom(
    null,
    0,
    -1,
    1e308,
    '2026-02-30',
    '9999-12-31',
    '$NOW()',
    '$OFFSET(D-1,$NOW())',
    [],
    {},
    btoa('AbEntry\tX'),
  ),
)
const operator = fc.constantFrom('$EQ', '$NE', '$IN', '$LIKE', '$RANGE', '$GT', '$ALL', '$INBOUND', '$NOPE')

const content = entity.chain(({ name, fields }) => {
  const field = names(fields)
  const condition = fc.oneof(
    fc.tuple(field, operator, value).map(([at, by, what]) => ({ [at]: { [by]: what } })),
    fc.tuple(field, value).map(([at, what]) => ({ [at]: what })),
    fc.oneof(word, value).map(what => ({ $PHRASE: what })),
  )
  const query = fc.oneof(
    condition,
    fc.array(condition, { maxLength: 4 }).map(list => ({ $OR: list })),
    anything,
  )
  const selection = fc.dictionary(field, fc.oneof(fc.constant(1), anything), { maxKeys: 6 })
  const section = fc.record(
    {
      Scope: fc.record({ Fields: fc.oneof(selection, anything) }),
      Criteria: fc.record(
        { SearchQuery: query, Top: fc.oneof(fc.integer(), anything) },
        { requiredKeys: ['SearchQuery'] },
      ),
      OrderBy: fc.record(
        {
          Fields: fc.array(fc.dictionary(field, fc.constantFrom('ASC', 'DESC'), { maxKeys: 1 }), { maxLength: 3 }),
          PageKey: value,
          PageSize: value,
        },
        { requiredKeys: [] },
      ),
      GroupBy: fc.record({ Fields: fc.array(fc.dictionary(field, fc.constant(1), { maxKeys: 1 }), { maxLength: 2 }) }),
      Data: fc.oneof(
        fc.dictionary(field, value, { maxKeys: 8 }),
        fc.array(fc.dictionary(field, value, { maxKeys: 4 }), { maxLength: 3 }),
        anything,
      ),
      Options: fc.oneof(anything, fc.record({ ReadAfterSave: anything })),
      FieldOptions: selection,
    },
    { requiredKeys: [] },
  )
  return fc
    .oneof({ weight: 8, arbitrary: section }, { weight: 1, arbitrary: anything })
    .map(inner => ({ [name]: inner }))
})

const api: fc.Arbitrary<RandomRequest> = fc
  .tuple(
    fc.constantFrom(...operations),
    content,
    fc.oneof(fc.constant({}), fc.dictionary(word, anything, { maxKeys: 2 })),
    fc.nat({ max: 9 }),
  )
  .map(([operation, one, more, cut]) => {
    const text = JSON.stringify({ ...one, ...more })
    // Some bodies end too early.
    return {
      method: 'POST',
      path: `/api/${operation}`,
      body: cut === 0 ? text.slice(0, text.length / 2) : text,
      form: false,
    }
  })

const oauth: fc.Arbitrary<RandomRequest> = fc
  .tuple(
    fc.constantFrom(
      'token',
      'authorize',
      'revoke',
      'introspect',
      'sign-in/x/password',
      'sign-in/__proto__/constructor',
    ),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'grant_type',
          'client_id',
          'code',
          'redirect_uri',
          'scope',
          'refresh_token',
          'code_verifier',
          'state',
          'token',
        ),
        word,
      ),
      fc.oneof(word, fc.constantFrom('authorization_code', 'refresh_token', 'https://x.example/')),
      { maxKeys: 6 },
    ),
    fc.constantFrom('GET', 'POST'),
  )
  .map(([path, fields, method]) => {
    const text = new URLSearchParams(Object.entries(fields)).toString()
    const at = `/oauth/v1/${path}`
    return method === 'GET'
      ? { method, path: `${at}?${text}`, body: null, form: false }
      : { method, path: at, body: text, form: true }
  })

const paths: fc.Arbitrary<RandomRequest> = fc
  .tuple(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'), fc.array(word, { maxLength: 3 }))
  .map(([method, steps]) => ({
    method,
    path: `/${steps.map(step => encodeURIComponent(step.toWellFormed())).join('/')}`,
    body: null,
    form: false,
  }))

const sent = fc.oneof({ weight: 10, arbitrary: api }, { weight: 2, arbitrary: oauth }, { weight: 1, arbitrary: paths })

eachCrm('Random requests', (crm, engine) => {
  test(`of ${requests} none is answered with a 5xx, and the server stays ready`, async () => {
    const statuses = new Map<number, number>()
    let accepted = 0
    const send = async ({ method, path, body, form }: RandomRequest): Promise<void> => {
      const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
      const answer = await fetch(crm().server.url + path, {
        method,
        headers: { authorization: `Bearer ${crm().admin.token}`, 'content-type': type },
        body,
        redirect: 'manual',
      })
      const text = await answer.text()
      assert.ok(answer.status < 500, `${method} ${path} ${body}: ${answer.status} ${text}`)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (path.startsWith('/api/') && answer.status === 200 && method === 'POST' && JSON.parse(text).Code === 0)
        accepted++
    }
    const property = fc.asyncProperty(fc.array(sent, { minLength: together, maxLength: together }), async list => {
      await Promise.all(list.map(send))
    })
    await fc.assert(property, {
      seed,
      numRuns: Math.ceil(requests / together),
      includeErrorInReport: true,
      endOnFailure: true,
    })
    assert.ok(accepted > requests / 50, `${accepted} were accepted`)
    report('CLIENTELE_FUZZ_REQUESTS', `random requests, ${engine}`, {
      requests: [...statuses.values()].reduce((sum, count) => sum + count, 0),
      accepted,
      'by status': [...statuses]
        .toSorted()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      '5xx': 0,
    })
  })
})
