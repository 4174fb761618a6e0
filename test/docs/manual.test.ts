// Tests the documents as the server shows them at /docs.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openLibrary } from '../../src/manual/library.ts'
import { startServer, type TestServer } from '../support/server.ts'

const library = openLibrary()
const addresses = library.sections.flatMap(section => section.documents.map(({ address }) => address))

describe('documents at /docs', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ engine: 'sqlite' })
  })
  after(() => server.close())
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' })

  test('the library has the pages of every folder', () => {
    const known = ['', 'tutorials/first-steps', 'how-to/send-mail', 'reference/api', 'explanations/reading', 'security']
    for (const address of known) assert.ok(addresses.includes(address), address)
    assert.equal(library.find('reference/entities/ab-entry')?.title, 'AbEntry')
  })

  test('every page that a page links to is there, with the anchor that the link names', async () => {
    const pages = new Map<string, string>()
    const open = async (path: string): Promise<string> => {
      const known = pages.get(path)
      if (known !== undefined) return known
      const answer = await get(path)
      assert.equal(answer.status, 200, path)
      const text = await answer.text()
      pages.set(path, text)
      for (const [, link = ''] of text.matchAll(/<a [^>]*?href="(\/docs[^"]*)"/g)) {
        const [target = '', anchor] = link.split('#')
        const page = await open(target)
        if (anchor) assert.ok(page.includes(`id="${anchor}"`), `${path} -> ${link}`)
      }
      for (const [, anchor] of text.matchAll(/<a [^>]*?href="#([^"]+)"/g)) {
        assert.ok(text.includes(`id="${anchor}"`), `${path} -> #${anchor}`)
      }
      return text
    }
    await open('/docs')
    assert.ok(pages.size > 60, String(pages.size))
    for (const [path, text] of pages) {
      assert.equal(text.match(/<h1>/g)?.length, 1, path)
      assert.doesNotMatch(text, /<script|\.md"|<!-- /, path)
    }
  })

  test('a page loads nothing but its own style, and is not fetched twice', async () => {
    const answer = await get('/docs/reference/api')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'/)
    assert.match(await answer.text(), /<title>The data API - Clientele<\/title>/)
    const etag = answer.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]{43}"$/)
    const again = await get('/docs/reference/api', { 'if-none-match': etag })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    assert.equal((await get('/docs/reference/api', { 'if-none-match': '"other"' })).status, 200)
  })

  test('an unknown page is a 404 with the contents, and no address leads out of the documents', async () => {
    const paths = ['/docs/nope', '/docs/..%2fpackage.json', '/docs/..%2f..%2fetc%2fpasswd', '/docs/reference/__proto__']
    for (const path of paths) {
      const answer = await get(path)
      assert.equal(answer.status, 404, path)
      const text = await answer.text()
      assert.match(text, /<h1>There is no such page<\/h1>/, path)
      assert.match(text, /href="\/docs\/reference\/api"/, path)
    }
  })

  test('a search finds sections by all words, with the title first, and shows what was typed as text', async () => {
    const results = async (query: string) => {
      const answer = await get(`/docs/search?q=${encodeURIComponent(query)}`)
      assert.equal(answer.status, 200)
      const text = await answer.text()
      return { text, paths: [...text.matchAll(/<li><a href="([^"]+)">[^<]*<\/a><p>/g)].map(found => found[1] ?? '') }
    }
    const { paths } = await results('restore BACKUP')
    assert.match(paths[0] ?? '', /^\/docs\/how-to\/back-up-and-restore/)
    for (const path of paths.slice(0, 5)) {
      const [page = '', anchor] = path.split('#')
      const text = await (await get(page)).text()
      if (anchor) assert.ok(text.includes(`id="${anchor}"`), path)
    }
    assert.deepEqual((await results('zzzyx')).paths, [])
    assert.match((await results('')).text, /Type a word above/)
    const hostile = await results('<script>alert(1)</script>')
    assert.ok(!hostile.text.includes('<script>alert'), 'escaped')
    assert.equal((await results('a '.repeat(1_000))).paths.length <= 30, true)
  })

  test('examples have the address of this server', async () => {
    const text = await (await get('/docs/tutorials/first-steps')).text()
    assert.ok(!text.includes('localhost:8080'))
    assert.match(text, new RegExp(`${server.url}/api/`))
  })

  test('the address of a file in the repository leads to its page', async () => {
    const answer = await get('/docs/reference/api.md')
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/docs/reference/api'])
  })
})
