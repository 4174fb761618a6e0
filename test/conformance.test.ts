// Checks that each requirement of the specification has a test, and that tests cite requirements that exist.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { citations } from '../scripts/docs/conformance.ts'
import { topics } from '../scripts/docs/requirements.ts'

const numbers = topics.flatMap(topic => Object.keys(topic.requirements))

test('every requirement is proved by a test', () => {
  const proved = new Set(citations().map(citation => citation.number))
  assert.deepEqual(
    numbers.filter(number => !proved.has(number)),
    [],
  )
})

test('tests cite requirements that exist', () => {
  const unknown = citations().filter(({ number }) => !numbers.includes(number))
  assert.deepEqual(
    unknown.map(({ number, path }) => `${path}: ${number}`),
    [],
  )
})

test('numbers are unique', () => {
  assert.equal(new Set(numbers).size, numbers.length)
})
