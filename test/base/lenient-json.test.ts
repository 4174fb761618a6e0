// Tests the lenient parser of request bodies: what it forgives, what it leaves alone, and that it takes linear time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseLenient } from '../../src/base/text/lenient-json.ts'

test('comments and trailing commas are taken away, outside of texts only', () => {
  const cases: [string, unknown][] = [
    ['{"a":1,}', { a: 1 }],
    ['[1,2,\n]', [1, 2]],
    ['// first\n{"a":1 /* one */ , // end\n}', { a: 1 }],
    ['{"a":"/* no */ // no ,]"}//', { a: '/* no */ // no ,]' }],
    ['{"a":"\\"//\\\\",}', { a: '"//\\' }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['[1,/* x */]', [1]],
    ['{"a":1/**/,/**/}', { a: 1 }],
    ['[[1,],]', [[1]]],
  ]
  for (const [text, value] of cases) assert.deepEqual(parseLenient(text), value, text)
})

test('what is broken otherwise stays broken', () => {
  for (const text of [
    '',
    '{',
    '[,]x',
    '[1,,]',
    '{"a":1,,}',
    '/* open',
    '{"a" 1}',
    "{'a':1}",
    '{a:1}',
    '1 /* x */ 2',
    '1//\n2',
    '/',
  ]) {
    assert.throws(() => parseLenient(text), SyntaxError, text)
  }
})

test('whatever is JSON is read as JSON.parse reads it, also with comments strewn in', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      assert.deepEqual(parseLenient(text), JSON.parse(text))
      assert.deepEqual(parseLenient(`/* "{ */ ${text} // ]`), JSON.parse(text))
    }),
  )
})

// Work that grew with the square of the length would take hours.
test('hostile bodies cost no more than their length', () => {
  const size = 1_000_000
  for (const text of [
    '"\\"'.repeat(size),
    '/*'.repeat(size),
    ', '.repeat(size),
    '['.repeat(size),
    `"${'\\'.repeat(size)}`,
  ]) {
    assert.throws(() => parseLenient(text))
  }
})
