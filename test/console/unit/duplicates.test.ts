// Proves what duplicates work with in the console: the next pair, the fields that are compared, what a merge says, and twins
// of a new record.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  comparableFields,
  compare,
  type DuplicateGroup,
  ledBy,
  openPairs,
  pairId,
  pickedFields,
  reasons,
  sideOf,
} from '../../../console/src/duplicates/pairs.ts'
import { shownText } from '../../../console/src/fields/field.ts'
import { isTwinProblem, twinsIn, warningOptions } from '../../../console/src/forms/twins.ts'
import { errorCodes, problemsIn, Refused } from '../../../packages/client/src/index.ts'
import { Model } from '../../../src/model/model.ts'
import { isMergeable } from '../../../src/operations/merge/merge-request.ts'
import { fieldsNamed, texts } from './support.ts'

const group = (...Keys: string[]): DuplicateGroup => ({ Score: 0.9, Reasons: ['Email'], Keys })

describe('pairs', () => {
  test('are the first record of a group beside each other one, without those that were skipped', () => {
    const groups = [group('a', 'b', 'c'), group('d', 'e')]
    const shown = (skipped: string[]) => openPairs(groups, new Set(skipped)).map(({ left, right }) => left + right)
    assert.deepEqual(shown([]), ['ab', 'ac', 'de'])
    assert.deepEqual(shown([pairId('b', 'a'), pairId('d', 'e')]), ['ac'])
    assert.deepEqual(shown(['a b', 'a c', 'd e']), [])
  })

  test('of one record have it on the left', () => {
    assert.deepEqual(ledBy(group('a', 'b', 'c'), 'b').Keys, ['b', 'a', 'c'])
    assert.deepEqual(ledBy(group('a', 'b'), '').Keys, ['a', 'b'])
  })

  test('have a text for each reason', () => {
    assert.deepEqual(Object.keys(texts.duplicates.reasons).sort(), [...reasons].sort())
  })
})

describe('the comparison of two records', () => {
  const { of } = fieldsNamed('AbEntry')
  const fields = ['CompanyName', 'Position', 'Phone', 'Website', 'Division'].flatMap(path => of(path) ?? [])
  const left = { CompanyName: 'Lakeside', Position: 'Boss', Phone: null, Website: 'a' }
  const right = { CompanyName: 'Lakeside', Position: 'Chief', Phone: { DisplayValue: '1' }, Website: '' }
  const found = compare(fields, left, right, (_, value) => shownText(value))

  test('has fields with a value, those that differ first', () => {
    assert.deepEqual(
      found.map(({ field, values }) => [field.path, values]),
      [
        ['Position', 'differ'],
        ['Phone', 'right'],
        ['Website', 'left'],
        ['CompanyName', 'same'],
      ],
    )
  })

  test('takes the value of the record that is kept, unless the other one is chosen or alone has one', () => {
    const [position, phone, website] = found
    assert.ok(position && phone && website)
    assert.equal(sideOf(position, 'left', {}), 'left')
    assert.equal(sideOf(position, 'left', { Position: 'right' }), 'right')
    assert.deepEqual([sideOf(phone, 'left', {}), sideOf(website, 'right', { Website: 'right' })], ['right', 'left'])
    const keys = { left: 'L', right: 'R' }
    assert.deepEqual(pickedFields(found, 'left', {}, keys), {})
    assert.deepEqual(pickedFields(found, 'left', { Position: 'right' }, keys), { Position: 'R' })
    assert.deepEqual(pickedFields(found, 'right', { Position: 'left' }, keys), { Position: 'L' })
    assert.deepEqual(pickedFields(found, 'right', { Position: 'right' }, keys), {})
  })

  test('is of fields that Merge lets a person choose', () => {
    const entity = new Model([]).entity('AbEntry')
    const refused = comparableFields(fieldsNamed('AbEntry')).filter(({ writeAs }) => {
      const field = entity.field(writeAs)
      return !field || !isMergeable(field)
    })
    assert.deepEqual(
      refused.map(({ path }) => path),
      [],
    )
  })
})

describe('the twins of a new record', () => {
  const twin = { Key: 'a', Score: 0.9, Reasons: ['Email'] }
  const likely = {
    ErrorCode: errorCodes.LikelyDuplicate,
    Path: 'AbEntry.Data',
    Message: 'AbEntry.Data resembles a record that exists.',
    Duplicates: [twin],
  }
  const missing = { ErrorCode: errorCodes.Required, Path: 'AbEntry.Data.LastName', Message: 'LastName is mandatory.' }
  const refused = (...Errors: object[]) => new Refused(400, problemsIn({ Errors }), null, { Errors })

  test('are what a Create was refused for', () => {
    assert.deepEqual(twinsIn(refused(likely)), [twin])
    assert.deepEqual(refused(missing, likely).problems.map(isTwinProblem), [false, true])
  })

  test('wait for fields that are wrong, and other failures have none', () => {
    assert.deepEqual(twinsIn(refused(missing, likely)), [])
    assert.deepEqual(twinsIn(refused(missing)), [])
    assert.deepEqual(twinsIn(new Error('no network')), [])
  })

  test('are asked for of entities that have duplicates', () => {
    assert.deepEqual([warningOptions('AbEntry'), warningOptions('Task')], [{ WarnDuplicates: true }, {}])
  })
})
