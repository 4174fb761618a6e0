// Tests that what was proved decides the next step of a sign-in.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AccountChoice, nextStep, type Proofs } from '../../src/sign-in/flow.ts'

const choice = (uid: string, more: Partial<AccountChoice> = {}): AccountChoice => ({
  db: 1,
  database: 'acme',
  uid,
  email: 'a@b',
  displayName: uid,
  ssoOnly: false,
  password: null,
  browsersFrom: 0,
  ssoOffered: false,
  ssoRequired: false,
  isNew: false,
  ...more,
})

describe('the order of the sign-in', () => {
  const step = (proofs: Partial<Proofs>) =>
    nextStep({
      email: 'a@b',
      confirmedAt: 100,
      choices: [],
      chosen: null,
      hint: null,
      proof: null,
      need: 'none',
      ...proofs,
    }).name
  test('what was proved decides the next step', () => {
    const [one, two] = [choice('ONE'), choice('TWO')]
    assert.equal(step({ email: null, confirmedAt: null }), 'email')
    assert.equal(step({ confirmedAt: null, choices: [one] }), 'confirm')
    assert.equal(step({ choices: [choice('ONE', { browsersFrom: 100 })] }), 'confirm')
    assert.equal(step({ choices: [choice('ONE', { browsersFrom: 99 })] }), 'password')
    assert.equal(step({ choices: [] }), 'password')
    assert.equal(step({ choices: [one] }), 'password')
    assert.equal(step({ choices: [one, two] }), 'account')
    assert.equal(step({ choices: [one, two], chosen: { db: 1, uid: 'TWO' } }), 'password')
    assert.equal(step({ choices: [one, two], chosen: { db: 2, uid: 'TWO' } }), 'account')
    assert.equal(step({ choices: [one, two], hint: 'd acme u TWO' }), 'password')
    assert.equal(step({ choices: [one, two], hint: 'd acme u THREE' }), 'account')
    assert.equal(step({ choices: [choice('ONE', { ssoRequired: true })] }), 'sso')
    assert.equal(step({ choices: [choice('ONE', { ssoOffered: true, password: 'hash' })] }), 'password')
    assert.equal(step({ choices: [choice('ONE', { ssoOffered: true })] }), 'sso')
    assert.equal(step({ choices: [one], chosen: { db: 1, uid: 'ONE' }, proof: 'password' }), 'done')
    assert.equal(step({ choices: [one], chosen: { db: 1, uid: 'TWO' }, proof: 'password' }), 'password')
    for (const [need, next] of Object.entries({ prove: 'factor', enroll: 'enroll', see: 'codes' } as const)) {
      const proved = { choices: [one], chosen: { db: 1, uid: 'ONE' }, proof: 'password' } as const
      assert.equal(step({ ...proved, need: need as Proofs['need'] }), next)
      assert.equal(step({ ...proved, proof: null, need: need as Proofs['need'] }), 'password')
    }
    const stale = choice('ONE', { browsersFrom: 100 })
    assert.equal(step({ choices: [stale], chosen: { db: 1, uid: 'ONE' }, proof: 'password' }), 'confirm')
  })
})
