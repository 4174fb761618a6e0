// Tests sealed texts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { seal, unseal } from '../../src/base/secrets/seal.ts'

describe('seals', () => {
  test('open under their own secret and purpose alone, and notice damage', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), (text, secret) => {
        const sealed = seal(text, secret, 'p')
        assert.equal(unseal(sealed, secret, 'p'), text)
        assert.equal(unseal(sealed, `${secret}x`, 'p'), null)
        assert.equal(unseal(sealed, secret, 'q'), null)
        const flipped = `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`
        assert.equal(unseal(flipped, secret, 'p'), null)
        assert.equal(unseal('', secret, 'p'), null)
      }),
      { numRuns: 50 },
    )
  })
})
