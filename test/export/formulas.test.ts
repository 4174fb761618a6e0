// Tests that the walk that finds formulas finds those of the pattern that says what a formula is, which takes quadratic time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withApostrophes } from '../../src/export/formats/csv.ts'

const formula = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n])(?=[=+@＝＋－＠]|-(?! [^(|!;\r\n]*(?:[;\r\n]|$)))/g

test('an apostrophe stands before each formula, and before nothing else', () => {
  const text = fc.array(fc.constantFrom(...'=+-@;\t\r\n (|!ab＝－'), { minLength: 1, maxLength: 14 })
  const finds = (pieces: readonly string[]) => {
    const whole = pieces.join('')
    assert.equal(withApostrophes(whole), whole.replace(formula, "'"), JSON.stringify(whole))
  }
  fc.assert(fc.property(text, finds), { numRuns: 5_000 })
})
