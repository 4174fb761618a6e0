// Checks that the reference of the query language names every operator and function, and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar } from '../../src/query/functions/calendar.ts'
import { aggregateWords, valueWords } from '../../src/query/language.ts'
import { aggregateNames } from '../../src/query/plan/aggregate.ts'

const callsIn = (words: readonly { form: string }[]) =>
  new Set(words.map(({ form }) => /^\$([A-Z]+)\(/.exec(form)?.[1]))

test('every function of time is in the reference, with $OFFSET and $CURRENTUSER', () => {
  assert.deepEqual(callsIn(valueWords), new Set([...Object.keys(calendar), 'OFFSET', 'CURRENTUSER']))
})

test('every aggregate is in the reference', () => {
  assert.deepEqual(callsIn(aggregateWords), new Set(aggregateNames))
})
