// Tests the hashing and the length of passwords.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashPassword, passwordProblem, verifyPassword } from '../../src/accounts/passwords.ts'

describe('passwords', () => {
  test('are Argon2id, salted, and verify', async () => {
    const [one, two] = await Promise.all([hashPassword('pässwörd'), hashPassword('pässwörd')])
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.notEqual(one, two)
    assert.equal(await verifyPassword('pässwörd'.normalize('NFD'), one), true)
    assert.equal(await verifyPassword('passwörd', one), false)
    assert.equal(await verifyPassword('', one), false)
    assert.equal(await verifyPassword('x', null), false)
    assert.equal(await verifyPassword('x', 'not a hash'), false)
    assert.equal(await verifyPassword('x'.repeat(5000), one), false)
  })
  test('hashing does not block the event loop', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 2)
    await Promise.all(Array.from({ length: 4 }, () => hashPassword('x')))
    clearInterval(timer)
    assert.ok(ticks >= 3, String(ticks))
  })
  test('a new one has a sensible length', () => {
    assert.ok(passwordProblem('short'))
    assert.ok(passwordProblem('x'.repeat(1025)))
    assert.equal(passwordProblem('long enough'), null)
  })
})
