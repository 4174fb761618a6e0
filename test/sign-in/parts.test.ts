// The pure parts of sign-in and tokens: the flow, passwords, seals, secrets, redirect URIs, the bounded map.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { networkOf } from '../../src/accounts/network.ts'
import { hashPassword, passwordProblem, verifyPassword } from '../../src/accounts/passwords.ts'
import { BoundedMap } from '../../src/base/bounded-map.ts'
import { derivedRandom } from '../../src/base/derived-random.ts'
import { html } from '../../src/base/html.ts'
import { seal, unseal } from '../../src/base/seal.ts'
import { newClientId, newClientSecret, newSecret } from '../../src/entities/rules/credentials.ts'
import { matchesRedirectUri, redirectUriProblem } from '../../src/entities/rules/redirect-uri.ts'
import { isNarrower, parseScope } from '../../src/oauth/scope.ts'
import { attemptCookie, browserCookie, setCookie } from '../../src/sign-in/cookies.ts'
import { type Choice, nextStep, type Proofs } from '../../src/sign-in/flow.ts'

const choice = (uid: string, more: Partial<Choice> = {}): Choice => ({
  db: 1,
  database: 'acme',
  uid,
  email: 'a@b',
  displayName: uid,
  ssoOnly: false,
  password: null,
  ssoOffered: false,
  ssoRequired: false,
  ...more,
})

describe('the order of the sign-in', () => {
  const step = (proofs: Partial<Proofs>) =>
    nextStep({ email: 'a@b', confirmed: true, choices: [], chosen: null, ...proofs }).name
  test('what was proved decides the next step', () => {
    const [one, two] = [choice('ONE'), choice('TWO')]
    assert.equal(step({ email: null, confirmed: false }), 'email')
    assert.equal(step({ confirmed: false, choices: [one] }), 'confirm')
    assert.equal(step({ choices: [] }), 'password')
    assert.equal(step({ choices: [one] }), 'password')
    assert.equal(step({ choices: [one, two] }), 'account')
    assert.equal(step({ choices: [one, two], chosen: { db: 1, uid: 'TWO' } }), 'password')
    assert.equal(step({ choices: [one, two], chosen: { db: 2, uid: 'TWO' } }), 'account')
    assert.equal(step({ choices: [choice('ONE', { ssoRequired: true })] }), 'sso')
    assert.equal(step({ choices: [choice('ONE', { ssoOffered: true })] }), 'password')
  })
})

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

describe('networks', () => {
  test('an IPv4 address is itself; IPv6 addresses count by their first 64 bits, however they are written', () => {
    for (const [address, network] of [
      ['192.0.2.1', '192.0.2.1'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['::1', '0:0:0:0::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0::/64'],
      ['2001:db8:0:1::', '2001:db8:0:1::/64'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
      ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['', ''],
    ] as const) {
      assert.equal(networkOf(address), network, address)
    }
  })
})

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
      '/cb',
      '',
      'javascript:alert(1)',
      'http://127.0.0.1/cb',
      `https://a.example/${'x'.repeat(2000)}`,
    ]) {
      assert.ok(redirectUriProblem(bad, false), bad)
    }
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

describe('scopes', () => {
  test('are a set in a fixed order', () => {
    assert.deepEqual(parseScope(undefined), ['data'])
    assert.deepEqual(parseScope('webaccess  data data'), ['data', 'webaccess'])
    assert.equal(parseScope('data nonsense'), null)
  })
  test('data includes data.readonly, and not the other way round', () => {
    assert.ok(isNarrower(['data.readonly'], ['data']))
    assert.ok(!isNarrower(['data'], ['data.readonly']))
    assert.ok(!isNarrower(['data', 'webaccess'], ['data']))
  })
})

describe('small parts', () => {
  test('a bounded map keeps what is used and forgets the rest', () => {
    const map = new BoundedMap<number>(10)
    for (let i = 0; i < 1000; i++) {
      map.set(`k${i}`, i)
      assert.equal(map.get('k0'), 0)
      assert.ok(map.size <= 10)
    }
    assert.equal(map.get('k1'), undefined)
    map.deleteWhere(value => value === 0)
    assert.equal(map.get('k0'), undefined)
    map.clear()
    assert.equal(map.size, 0)
  })
  test('HTML escapes by default', () => {
    assert.equal(html`<p>${'<&>"\'`'}</p>`.text, '<p>&#60;&#38;&#62;&#34;&#39;&#96;</p>')
    assert.equal(html`${[html`<b>${1}</b>`, null]}`.text, '<b>1</b>')
  })
  test('over https cookies are bound to the host and secure', () => {
    assert.match(attemptCookie('abcdefghijklmnop', true), /^__Host-/)
    assert.match(browserCookie(true), /^__Host-/)
    assert.match(setCookie('x', 'y', 5, true), /^x=y; Path=\/; Max-Age=5; HttpOnly; SameSite=Lax; Secure$/)
  })
})
