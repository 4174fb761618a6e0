// Tests what the log removes from every line, and the formats of its lines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, scrub } from '../../src/base/log/log.ts'
import { RequestLog } from '../../src/base/log/request-log.ts'

test('secrets are taken out of a line, wherever they stand, and the rest stays', () => {
  const cases: [string, string][] = [
    ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer ***'],
    ['basic dXNlcjpwYXNz failed', 'basic *** failed'],
    ['connect postgres://ann:hunter2@db:5432/x', 'connect postgres://ann:***@db:5432/x'],
    ['{"password":"hunter2","a":1}', '{"password":"***","a":1}'],
    ['client_secret=hunter2&grant_type=x', 'client_secret=***&grant_type=x'],
    ['{\\"refresh_token\\":\\"hunter2\\"}', '{\\"refresh_token\\":\\"***\\"}'],
    ['token clr_0123456789abcdefABCDEF-_x is used', 'token *** is used'],
    ['http://localhost:8080/api is ready', 'http://localhost:8080/api is ready'],
    ['ann@example.com signed in', 'ann@example.com signed in'],
  ]
  for (const [line, clean] of cases) assert.equal(scrub(line), clean)
})

test('an error is logged with its causes and its stack, without the members that libraries add', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', format: 'json', to: line => void lines.push(line) })
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
    code: '23505',
    detail: 'Key (email)=(a@b.c)',
  })
  log.error('it failed', { id: 'r1', error })
  const entry = JSON.parse(lines[0] as string)
  assert.deepEqual([entry.level, entry.msg, entry.id, entry.error.errno], ['error', 'it failed', 'r1', '23505'])
  assert.deepEqual([entry.error.message, entry.error.cause.message], ['outer', 'inner'])
  assert.ok(!(lines[0] as string).includes('a@b.c'))
})

test('a request line is JSON, whatever its parts are', () => {
  const entry = { id: 'a"b\\', method: 'GET', route: '/x\n', status: 200, ms: 0.5, uid: 'Ü "x"', db: 3 }
  const before = Date.now()
  const lines: string[] = []
  new RequestLog(text => void lines.push(text), 1).add({ ...entry, at: performance.now() })
  const { time, ...line } = JSON.parse(lines.join(''))
  assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.ok(Math.abs(Date.parse(time) - before) < 1_000)
  assert.deepEqual(line, { level: 'info', ...entry, msg: 'request' })
})

test('request lines are written by the batch, in their order, and at once when asked', () => {
  const written: string[] = []
  const requests = new RequestLog(text => void written.push(text), 3)
  const add = (id: string) => requests.add({ id, method: 'GET', route: '/', status: 200, ms: 1, at: performance.now() })
  const ids = () => written.map(text => [...text.matchAll(/"id":"(\w+)"/g)].map(match => match[1]))
  for (const id of ['a', 'b']) add(id)
  assert.deepEqual(ids(), [])
  for (const id of ['c', 'd']) add(id)
  assert.deepEqual(ids(), [['a', 'b', 'c']])
  requests.flush()
  requests.flush()
  assert.deepEqual(ids(), [['a', 'b', 'c'], ['d']])
})

test('text for people has time, level, message and details, and a level below the setting is not written', () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', format: 'text', to: line => void lines.push(line) })
  log.info('quiet')
  log.request({ id: '1', method: 'GET', route: '/', status: 200, ms: 1, at: 0 })
  log.warn('look here', { where: 'the attic', count: 2 })
  assert.equal(lines.length, 1)
  assert.match(lines[0] as string, /\d\d:\d\d:\d\d\.\d{3} warn {2}look here.* where="the attic" count=2\n$/)
})
