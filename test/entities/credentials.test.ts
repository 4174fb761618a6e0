// Tests the form of client ids, client secrets and tokens.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClientId, newClientSecret, newSecret } from '../../src/entities/rules/credentials.ts'

describe('secrets', () => {
  test('client ids have 20 characters and secrets 64, letters and digits [C-5-01]', () => {
    for (let i = 0; i < 50; i++) {
      assert.match(newClientId(), /^[A-Za-z0-9]{20}$/)
      assert.match(newClientSecret(), /^[A-Za-z0-9]{64}$/)
    }
  })
  test('tokens begin with their kind, differ, and vary in length [C-2.8-04]', () => {
    const tokens = Array.from({ length: 200 }, () => newSecret('access'))
    assert.equal(new Set(tokens).size, 200)
    assert.ok(new Set(tokens.map(t => t.length)).size > 5)
    for (const token of tokens) assert.match(token, /^cla_[\w-]{43,64}$/)
    assert.match(newSecret('refresh'), /^clr_/)
    assert.match(newSecret('personal'), /^clp_/)
  })
})
