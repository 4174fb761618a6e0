// Tests that what was proved decides the next step of a sign-in.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Choice, nextStep, type Proofs } from '../../src/sign-in/flow.ts'

const choice = (uid: string, more: Partial<Choice> = {}): Choice => ({
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
  ...more,
})

describe('the order of the sign-in', () => {
  const step = (proofs: Partial<Proofs>) =>
    nextStep({ email: 'a@b', confirmedAt: 100, choices: [], chosen: null, hint: null, ...proofs }).name
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
    assert.equal(step({ choices: [choice('ONE', { ssoOffered: true })] }), 'password')
  })
})
