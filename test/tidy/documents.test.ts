// Checks what documents say about files: that each path leads to a file, and that the page on caches lists every cache.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { filesUnder, read, root, sources } from './files.ts'

const documents = filesUnder('.', path => path.endsWith('.md'))
const files = filesUnder('.')
const none: string[] = []

/** Files that the reader of a tutorial writes, and the folder that a build makes. */
const notHere: ReadonlySet<string> = new Set(['asset.ts', 'app.mjs', 'tokens.mjs', 'tokens.test.mjs', 'console/dist'])

/** A path of a file, with or without folders: `src/app.ts`, `storage/open.ts`, `app.ts`. Examples in fences are left out. */
const pathIn = /`((?:[\w@.-]+\/)*[\w@.-]+\.(?:ts|tsx|mjs|md|svg|css))`/g
/** A folder of the repository, or a file of another kind in one. */
const inFolder = /`((?:src|test|bench|scripts|docs|bin|console|packages)\/[\w./-]*)`/g

const withoutFences = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '')

test('paths of files in documents lead to files', () => {
  const exists = (document: string, path: string): boolean =>
    files.includes(path) ||
    existsSync(join(root, dirname(document), path)) ||
    files.some(file => file.endsWith(`/${path}`))
  const broken = documents.flatMap(document => {
    const text = withoutFences(read(document))
    const named = [...text.matchAll(pathIn)].map(([, path = '']) => path)
    const folders = [...text.matchAll(inFolder)].map(([, path = '']) => path)
    return [...named.filter(path => !exists(document, path)), ...folders.filter(path => !existsSync(join(root, path)))]
      .filter(path => !notHere.has(path))
      .map(path => `${document} -> ${path}`)
  })
  assert.deepEqual([...new Set(broken)], none)
})

/** Maps that are no caches: they hold work that is under way. */
const underWay: readonly string[] = [
  'src/seed/sample-data.ts',
  'src/storage/sqlite/reads/scan-pool.ts',
  'src/testing/interceptor.ts',
  'src/testing/recorder.ts',
  'src/webhooks/delivery/courier-thread.ts',
]

/** Code that creates a cache: a bounded map, an empty map that lives as long as its module, a map that holds its keys weakly. */
const createsCache =
  /new (?:BoundedMap|WeightedMap|WeakMap)\b|^(?:export )?const [^\n]*= new Map<[^\n]*>\(\)|^let [^\n]*= new Map\b/m

test('the page on caches lists every cache, and names files that exist', () => {
  const page = read('docs/explanations/caching-and-batching.md')
  const named = new Set([...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => `src/${path}`))
  const caches = sources.filter(path => createsCache.test(read(path)) && !underWay.includes(path))
  assert.ok(caches.length > 30, String(caches.length))
  assert.deepEqual(
    caches.filter(path => !named.has(path)),
    none,
  )
  assert.deepEqual(
    [...named].filter(path => !sources.includes(path)),
    none,
  )
})
