// Tests patterns of $LIKE in memory: what they match, and that the steps grow with the text and not with the pattern.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { WorkBudget, WorkExceeded } from '../../src/base/scheduling/work-budget.ts'
import { textType } from '../../src/fields/types.ts'
import { like } from '../../src/query/operators/like.ts'
import { Pattern, type Piece } from '../../src/query/operators/match-pattern.ts'

const unlimited = () => new WorkBudget(Number.POSITIVE_INFINITY)

/** The definition: a pattern is what each of its pieces allows, one after the other. */
function matchesSlowly(text: readonly string[], pieces: readonly Piece[]): boolean {
  const [piece, ...rest] = pieces
  if (piece === undefined) return text.length === 0
  if ('text' in piece) {
    const own = [...piece.text]
    return own.every((char, i) => text[i] === char) && matchesSlowly(text.slice(own.length), rest)
  }
  if (piece.wild === '_') return text.length > 0 && matchesSlowly(text.slice(1), rest)
  return text.some((_, i) => matchesSlowly(text.slice(i), rest)) || matchesSlowly([], rest)
}

test('a pattern matches what its definition says', () => {
  const unit = fc.constantFrom('a', 'b', '😀')
  const text = fc.string({ unit, maxLength: 12 })
  const piece = fc.oneof(
    fc.string({ unit, minLength: 1, maxLength: 3 }).map((own): Piece => ({ text: own })),
    fc.constantFrom<Piece>({ wild: '%' }, { wild: '_' }),
  )
  // Pieces of text beside each other are one piece, as the parser makes them.
  const pieces = fc
    .array(piece, { maxLength: 7 })
    .map(list => list.filter((one, i) => !('text' in one && 'text' in (list[i - 1] ?? { wild: '%' }))))
  fc.assert(
    fc.property(text, pieces, (subject, list) => {
      assert.equal(new Pattern(list).matches(subject, unlimited()), matchesSlowly([...subject], list))
    }),
    { numRuns: 2_000 },
  )
})

const stepsOf = (text: string, pattern: string): number => {
  const budget = unlimited()
  const bound = like.bind(pattern, textType, '', {} as never)
  assert.equal(like.holds(text, bound, textType, like.sort?.(pattern) ?? '', budget), false)
  return budget.spent
}

test('a text between two % is searched in linear time', () => {
  for (const length of [10, 100, 985]) {
    const steps = stepsOf('a'.repeat(100_000), `%${'a'.repeat(length)}b0%`)
    assert.ok(steps < 2 * 100_000, `${steps} steps for a pattern of ${length} characters`)
  }
})

test('a pattern with _ is ended by its budget', () => {
  const [text, pattern] = ['a'.repeat(100_000), `%${'a'.repeat(500)}_b0%`]
  const bound = like.bind(pattern, textType, '', {} as never)
  const budget = new WorkBudget(1_000_000)
  assert.throws(() => like.holds(text, bound, textType, 'any', budget), WorkExceeded)
  assert.ok(budget.spent < 1_001_000)
})
