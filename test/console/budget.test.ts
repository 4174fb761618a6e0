// Tests that the console stays small: the script of the first view, and of each screen that is loaded later.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { root } from '../support/cli.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const dist = join(root, 'console', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>

/** A chunk and what it imports at once. */
function closure(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    closure(manifest[name]?.imports ?? [], found)
  }
  return found
}

const gzipped = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
const kB = (bytes: number): number => Math.round(bytes / 100) / 10
const scripts = (names: Iterable<string>): number =>
  kB([...names].map(name => gzipped((manifest[name] as Chunk).file)).reduce((sum, bytes) => sum + bytes, 0))

const firstView = closure(['index.html', 'src/screens/start.tsx', 'src/texts/en/index.ts'])

/** What a screen may add to the first view, gzip kB; 30 unless it says so. */
const budgets: Readonly<Record<string, number>> = {
  'src/screens/explorer.tsx': 140,
  'src/screens/request.tsx': 140,
  'src/screens/import.tsx': 39,
  'src/screens/map.tsx': 31,
  'src/screens/board.tsx': 41,
  'src/screens/list/list-screen.tsx': 68,
  'src/screens/requests.tsx': 70,
  'src/screens/record.tsx': 53,
  'src/screens/setup-area.tsx': 56,
  'src/screens/setup-workflow.tsx': 65,
  'src/screens/setup-workflows.tsx': 34,
}

describe('the size of the console', () => {
  test('the first view takes less than 280 kB of script', () => {
    assert.ok(scripts(firstView) < 280, `${scripts(firstView)} kB`)
  })

  test('its style sheets take less than 26 kB', () => {
    const sheets = new Set([...firstView].flatMap(name => manifest[name]?.css ?? []))
    const size = kB([...sheets].reduce((sum, file) => sum + gzipped(file), 0))
    assert.ok(size < 26, `${size} kB`)
  })

  test('each component of Mantine in the scripts has its styles, and no other has', () => {
    const folder = join(root, 'console/node_modules/@mantine/core/styles')
    const script = Object.values(manifest)
      .map(({ file }) => (file.endsWith('.js') ? readFileSync(join(dist, file), 'utf8') : ''))
      .join('\n')
    const classesOf = (file: string): string[] =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\.(m_[0-9a-f]+)/g)].map(([, name]) => name as string)
    const used = readdirSync(folder)
      .filter(file => file.endsWith('.layer.css') && classesOf(file).some(name => script.includes(name)))
      .sort()
    const loaded = readFileSync(join(root, 'console/src/ui/theme/styles.ts'), 'utf8')
      .matchAll(/'@mantine\/core\/styles\/([A-Z]\w+\.layer\.css)'/g)
      .map(([, file]) => file as string)
    assert.deepEqual([...loaded].sort(), used)
  })

  test('each screen adds little to the first view', () => {
    const screens = Object.keys(manifest).filter(name => /^src\/screens\/.+\.tsx$/.test(name))
    assert.ok(screens.length > 1)
    const over = screens
      .map(name => ({ name, size: scripts([...closure([name])].filter(one => !firstView.has(one))) }))
      .filter(({ name, size }) => size > (budgets[name] ?? 30))
    assert.deepEqual(over, [])
  })
})
