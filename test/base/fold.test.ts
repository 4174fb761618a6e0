// Tests folding character by character against folding of whole texts, and the limit on the length of the folded form.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold, foldsWithin } from '../../src/base/text/fold.ts'

const marks = /\p{M}+/gu

/** The definition, which takes the text as a whole. */
const wholly = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    .replace(marks, '')

test('each character is folded as the definition says', () => {
  const wrong: string[] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    // Unicode has no characters in the planes between, and those of the last two have no meaning of their own.
    if (point === 0x34000) point = 0xe0000
    if (point === 0xe1000) break
    const character = String.fromCodePoint(point)
    if (character.isWellFormed() && fold(character) !== wholly(character)) wrong.push(point.toString(16))
  }
  assert.deepEqual(wrong, [])
})

test('a text is folded as its characters are', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 30 }), text => fold(text) === wholly(text)))
  assert.equal(fold('ΟΔΥΣΣΕΥΣ ὈΔΥΣΣΕΎΣ'), 'οδυσσευσ οδυσσευσ')
  for (const long of ['한글 ', 'Straße ', '\ufdfa', '\u{1d400}é'].map(part => part.repeat(800))) {
    assert.equal(fold(long), wholly(long))
  }
})

test('a folded form of more than four times the length is over the limit', () => {
  assert.equal(foldsWithin('\ufdfa'.repeat(50)), true)
  assert.equal(foldsWithin('\ufdfa'.repeat(100)), false)
  assert.equal(foldsWithin('한'.repeat(100_000)), true)
  assert.equal(foldsWithin('ß'.repeat(100_000)), true)
})
