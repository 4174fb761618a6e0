// Tests the names and attributes of cookies.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptCookie, browserCookie, setCookie } from '../../src/sign-in/cookies.ts'

test('over https cookies are bound to the host and secure', () => {
  assert.match(attemptCookie('abcdefghijklmnop', true), /^__Host-/)
  assert.match(browserCookie(true), /^__Host-/)
  assert.match(setCookie('x', 'y', 5, true), /^x=y; Path=\/; Max-Age=5; HttpOnly; SameSite=Lax; Secure$/)
})
