// Tests the codes of authenticator apps with the vectors of RFC 4226, RFC 4648 and RFC 6238, and the QR code that apps scan.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { qrCode, qrSvg } from '../../src/base/text/qr-code.ts'
import { base32, codeAt, keyUri, stepAt, stepOf } from '../../src/factors/totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('codes of authenticator apps', () => {
  test('are those of RFC 4226, appendix D', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
    assert.deepEqual(
      codes.map((_, step) => codeAt(secret, step)),
      codes,
    )
  })

  test('are those of RFC 6238, appendix B, for SHA-1', () => {
    const vectors: [number, string][] = [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ]
    for (const [time, code] of vectors) assert.equal(codeAt(secret, stepAt(time), 8), code)
  })

  test('are accepted one step early or late, and name their step', () => {
    const now = 1_800_000_015
    const step = stepAt(now)
    for (const near of [-1, 0, 1]) assert.equal(stepOf(secret, codeAt(secret, step + near), now), step + near)
    for (const far of [-2, 2]) assert.equal(stepOf(secret, codeAt(secret, step + far), now), null)
    assert.equal(stepOf(secret, '', now), null)
  })

  test('secrets are base32 as in RFC 4648', () => {
    const vectors = {
      '': '',
      f: 'MY',
      fo: 'MZXQ',
      foo: 'MZXW6',
      foob: 'MZXW6YQ',
      fooba: 'MZXW6YTB',
      foobar: 'MZXW6YTBOI',
    }
    for (const [text, expected] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), expected)
    assert.equal(
      keyUri(secret, 'Clientele', 'acme: a b@example.com'),
      'otpauth://totp/Clientele:acme%3A%20a%20b%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Clientele',
    )
  })
})

describe('QR codes', () => {
  test('are those that scanners were seen to read, of small and large versions', () => {
    const digest = (length: number) => {
      const grid = qrCode('otpauth://totp/'.slice(0, length).padEnd(length, 'aB3'))
      return [grid.length, createHash('sha256').update(JSON.stringify(grid)).digest('hex').slice(0, 16)]
    }
    assert.deepEqual([1, 60, 150, 410].map(digest), [
      [21, '1c7d252a4d45801b'],
      [33, 'd86198618c3fbaba'],
      [49, 'a9b47a28a6ae8509'],
      [77, 'fcab83bea6e9f947'],
    ])
    assert.throws(() => qrCode('x'.repeat(413)), RangeError)
  })

  test('escape their title, and have a light margin', () => {
    const svg = qrSvg('x', '<"&>')
    assert.match(svg, /aria-label="&#60;&#34;&#38;&#62;"/)
    assert.match(svg, /viewBox="0 0 29 29"/)
    assert.ok(!/M[0-3] /.test(svg.slice(svg.indexOf('h1v1'))))
  })
})
