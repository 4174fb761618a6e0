// Tests which redirect URIs can be registered, and which match.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../src/base/errors.ts'
import { matchesRedirectUri, redirectUriProblem } from '../../src/entities/rules/redirect-uri.ts'

describe('redirect URIs', () => {
  test('https without query, fragment or credentials can be registered [C-5-02]', () => {
    for (const good of ['https://a.example/cb', 'https://a.example', 'https://a.example:8443/x/y']) {
      assert.equal(redirectUriProblem(good, false), null)
      assert.ok(matchesRedirectUri(good, good, false))
    }
    for (const bad of [
      'http://a.example/cb',
      'https://a.example/cb?x=1',
      'https://a.example/cb#x',
      'https://user:pw@a.example/',
      'https://a.example/a b',
      'https://a.example/";x',
      'HTTPS://a.example/cb',
      'https:a.example',
      'https:///a.example',
      'https://',
      'https:////a.example/cb',
      '/cb',
      '',
      'javascript:alert(1)',
      'http://127.0.0.1/cb',
      `https://a.example/${'x'.repeat(2000)}`,
    ]) {
      assert.ok(redirectUriProblem(bad, false), bad)
    }
  })
  test('http is answered with the same address by https', () => {
    const message = redirectUriProblem('http://example.com/cb', false) ?? ''
    const [told] = new Refusal([{ error: 'InvalidValue', path: '', message }]).told()
    assert.match(told?.message ?? '', /Did you mean "https:\/\/example\.com\/cb"\?$/)
    assert.equal(told?.suggestion, 'https://example.com/cb')
  })
  test('loopback only with the setting, and only these two hosts', () => {
    assert.equal(redirectUriProblem('http://127.0.0.1/cb', true), null)
    assert.equal(redirectUriProblem('http://localhost:5000/cb', true), null)
    assert.ok(redirectUriProblem('http://127.0.0.2/cb', true))
    assert.ok(redirectUriProblem('http://localhost.evil.example/cb', true))
    assert.ok(!matchesRedirectUri('http://127.0.0.1:5000/cb', 'http://127.0.0.1/cb', false))
    assert.ok(matchesRedirectUri('http://127.0.0.1:5000/cb', 'http://127.0.0.1:4000/cb', true))
    assert.ok(!matchesRedirectUri('http://127.0.0.1:5000@evil.example/cb', 'http://127.0.0.1/cb', true))
  })
})
