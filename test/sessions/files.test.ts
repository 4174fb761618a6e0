// Tests how the pages and assets of the console are sent, and what stands in their place.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { folderAt } from '../../src/base/product-files.ts'
import { loadSettings } from '../../src/config/load.ts'
import { consolePages } from '../../src/http/routes/console-pages.ts'
import { pagePolicy } from '../../src/pages/frame.ts'
import { ownLook } from '../../src/pages/look.ts'
import { style } from '../../src/pages/style.ts'
import { type RoutesServer, serveRoutes } from '../support/routes.ts'
import { until } from '../support/until.ts'

const script = `console.log(${'"x"'.repeat(500)})\n`
const page = (name: string) =>
  `<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script src="/assets/${name}" nonce="__CSP_NONCE__"></script>`

/** Writes a build as scripts/lib/console.mjs does. */
function writeBuild(folder: string, name: string): void {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(join(dist, 'assets'), { recursive: true })
  const files: Record<string, string | Buffer> = {
    'index.html': page(name),
    'secret.txt': 'no asset',
    [`assets/${name}`]: script,
    [`assets/${name}.br`]: brotliCompressSync(script),
    [`assets/${name}.gz`]: gzipSync(script),
    'assets/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/inter-latin-wght-normal-Dx4k-X_l.woff2': 'latin letters',
  }
  for (const [path, content] of Object.entries(files)) writeFileSync(join(dist, path), content)
  writeFileSync(join(dist, 'build.json'), JSON.stringify({ stamp: name, files: Object.keys(files) }))
}

describe('the files of the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-console-'))
  const settings = loadSettings({ flags: {} }).values
  let server: RoutesServer
  before(async () => {
    server = await serveRoutes(consolePages({ settings, look: ownLook, origin: () => server.url }, folderAt(folder)))
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const state = (facts: object) => {
    mkdirSync(join(folder, '.build'), { recursive: true })
    writeFileSync(join(folder, '.build', 'state.json'), JSON.stringify(facts))
  }
  /** As a program that is no browser may send it: the path as it is, one coding or none. */
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const sent = request(`${server.url}/`, { path, headers, method }, answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      })
      sent.on('error', reject).end()
    })

  test('without a build a page says why there is no console, and where the rest is', async () => {
    const shown = async () => {
      const answer = await fetch(`${server.url}/d/acme/AbEntry`)
      const text = await answer.text()
      assert.equal(answer.status, 200)
      assert.match(text, /href="\/docs".*href="\/reference"/s)
      for (const address of [`${server.url}/api`, `${server.url}/oauth`]) assert.ok(text.includes(address))
      assert.ok(!/<script|http-equiv|src=/i.test(text))
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
      return { title: /<h1>(.*?)<\/h1>/.exec(text)?.[1], refresh: answer.headers.get('refresh') }
    }
    assert.deepEqual(await shown(), { title: 'This installation has no console', refresh: null })
    state({ pid: process.pid, began: Date.now() })
    assert.deepEqual(await shown(), { title: 'The console is being built', refresh: '2' })
    state({ pid: process.pid, began: Date.now() - 11 * 60_000 })
    assert.deepEqual(await shown(), { title: 'This installation has no console', refresh: null })
    state({ failed: true, began: Date.now() })
    assert.deepEqual(await shown(), { title: 'The console could not be built', refresh: null })
    assert.equal((await fetch(`${server.url}/assets/index-1.js`)).status, 404)
  })

  test('a build is noticed without a restart, and its page has a policy with a nonce of its own', async () => {
    writeBuild(folder, 'index-1.js')
    const text = await until(async () => {
      const shown = await (await fetch(`${server.url}/`)).text()
      return shown.includes('/assets/index-1.js') && shown
    }, 'The console')
    assert.ok(!text.includes('__CSP_NONCE__'))
    const nonces = new Set<string>()
    for (const path of ['/', '/d/acme', '/d/acme/AbEntry/QWJFbnRyeQk?tab=notes']) {
      const answer = await fetch(server.url + path)
      const policy = answer.headers.get('content-security-policy') ?? ''
      const nonce = /style-src 'self' 'nonce-([\w-]{43})'/.exec(policy)?.[1] ?? assert.fail(policy)
      assert.match(policy, /^default-src 'none'; script-src 'self'; .*base-uri 'none'; frame-ancestors 'none'$/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal((await answer.text()).match(new RegExp(`nonce="${nonce}"`, 'g'))?.length, 2)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.headers.get('x-frame-options'), 'DENY')
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 3)
  })

  test('assets are kept for ever, and sent in the best coding that the client takes', async () => {
    for (const [accepted, coding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
      ['identity', undefined, (body: Buffer) => body],
      ['', undefined, (body: Buffer) => body],
    ] as const) {
      const answer = await raw('/assets/index-1.js', { 'accept-encoding': accepted })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['content-encoding'], coding, accepted)
      assert.equal(String(unpack(answer.body)), script)
      assert.equal(answer.headers['content-length'], String(answer.body.length))
      assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(answer.headers.vary, 'Accept-Encoding')
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      const known = { 'accept-encoding': accepted, 'if-none-match': String(answer.headers.etag) }
      const again = await raw('/assets/index-1.js', known)
      assert.deepEqual([again.status, again.body.length], [304, 0], accepted)
      const head = await raw('/assets/index-1.js', { 'accept-encoding': accepted }, 'HEAD')
      assert.deepEqual([head.status, head.headers['content-length']], [200, String(answer.body.length)])
    }
    const icon = await raw('/assets/icon.svg', { 'accept-encoding': 'br' })
    assert.deepEqual([icon.headers['content-encoding'], icon.headers['content-type']], [undefined, 'image/svg+xml'])
  })

  test('the pages beside the console show its font', async () => {
    const font = await raw('/assets/latin.woff2')
    assert.equal(String(font.body), 'latin letters')
    assert.deepEqual(
      [font.headers['content-type'], font.headers['cache-control']],
      ['font/woff2', 'public, max-age=86400'],
    )
    assert.ok(style.includes('url(/assets/latin.woff2)'))
    assert.match(pagePolicy(), /font-src 'self'/)
  })

  test('nothing but the assets of the build can be asked for', async () => {
    for (const path of [
      '/assets/unknown.js',
      '/assets/',
      '/assets/index-1.js.br',
      '/assets/../secret.txt',
      '/assets/..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/assets/..%5csecret.txt',
      '/assets//etc/passwd',
      '/assets/__proto__',
      '/secret.txt',
      '/build.json',
    ]) {
      const answer = await raw(path)
      assert.ok(answer.status === 404, `${path}: ${answer.status}`)
      assert.equal(answer.headers['cache-control'], 'no-store', path)
    }
  })

  test('another build takes the place of the first', async () => {
    writeBuild(folder, 'index-2.js')
    await until(
      async () => (await (await fetch(`${server.url}/`)).text()).includes('/assets/index-2.js'),
      'The next one',
    )
    assert.equal((await fetch(`${server.url}/assets/index-2.js`)).status, 200)
    assert.equal((await fetch(`${server.url}/assets/index-1.js`)).status, 404)
  })
})
