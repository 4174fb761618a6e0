// Tests randomness that is derived from a secret.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { derivedRandom } from '../../src/base/secrets/derived-random.ts'

describe('derived randomness', () => {
  const bytes = (secret: string, salt: string, purpose: string, sizes: number[]) => {
    const random = derivedRandom(secret, salt, purpose)
    return sizes.map(size => Buffer.from(random(size)).toString('hex'))
  }

  test('is the same again of the same secret, salt and purpose, and of nothing else', () => {
    const given = bytes('secret', 'salt', 'p', [49, 49])
    assert.deepEqual(bytes('secret', 'salt', 'p', [49, 49]), given)
    for (const [secret, salt, purpose] of [
      ['Secret', 'salt', 'p'],
      ['secret', 'Salt', 'p'],
      ['secret', 'salt', 'q'],
    ] as const) {
      const others = bytes(secret, salt, purpose, [49, 49])
      assert.ok(others.every(other => !given.includes(other)))
    }
  })

  test('does not end, and gives no byte twice', () => {
    const blocks = bytes(
      'secret',
      'salt',
      'p',
      Array.from({ length: 40 }, () => 32),
    )
    assert.equal(new Set(blocks).size, 40)
    assert.ok(blocks.every(block => block.length === 64))
    assert.throws(() => derivedRandom('secret', 'salt', 'p')(1_000), /No more than/)
  })
})
