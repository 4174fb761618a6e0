// A power cut takes back what was not flushed, and nothing else. `npm run power` makes real ones, which need a C compiler.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Random } from '../../src/seed/random.ts'
import { cutPower, type Damage } from './cut.ts'

const folder = mkdtempSync(join(tmpdir(), 'clientele-cut-'))
after(() => rmSync(folder, { recursive: true }))
const [store, journal] = [join(folder, 'store'), join(folder, 'journal')]

/** An entry as unflushed.c writes it: kind, file, offset, length, size before, old bytes. */
function entry(kind: number, file: number, offset = 0, length = 0, size = 0, old = ''): Buffer {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(kind, 0)
  head.writeUInt32LE(file, 4)
  for (const [i, value] of [offset, length, size, old.length].entries()) head.writeBigUInt64LE(BigInt(value), 8 + 8 * i)
  return Buffer.concat([head, Buffer.from(old)])
}
const [write, truncate, sync, create, unlink, syncFolder] = [1, 2, 3, 4, 5, 6] as const

/** Cuts with seeds until each kind of damage has come, and gives the content of a file by damage. */
function contents(suffix: string, before: Readonly<Record<string, string>>, ...entries: Buffer[]) {
  const found = new Map<Damage, Set<string | null>>()
  for (let seed = 1; seed <= 60; seed++) {
    for (const name of ['', '-wal', '-journal']) rmSync(store + name, { force: true })
    for (const [name, content] of Object.entries(before)) writeFileSync(store + name, content)
    writeFileSync(journal, Buffer.concat(entries))
    const { damage } = cutPower(store, journal, new Random(seed))
    const content = existsSync(store + suffix) ? readFileSync(store + suffix, 'utf8') : null
    found.getOrInsertComputed(damage, () => new Set()).add(content)
  }
  return (damage: Damage) => [...(found.get(damage) ?? [])].sort()
}

test('what was flushed stays, and what was written afterwards is taken back', () => {
  const entries = [write, sync].map(kind => entry(kind, 1, 0, 4, 0))
  const left = contents('-wal', { '-wal': 'keptlost' }, ...entries, entry(write, 1, 4, 4, 4))
  assert.deepEqual(left('none is kept'), ['kept'])
  assert.deepEqual(left('the first are kept'), ['kept', 'keptlost'])
})

test('bytes that were overwritten come back, the newest change first', () => {
  const entries = [entry(write, 0, 0, 2, 4, 'ab'), entry(write, 0, 1, 2, 4, 'Xc')]
  const left = contents('', { '': 'XYZd' }, ...entries)
  assert.deepEqual(left('none is kept'), ['abcd'])
  assert.deepEqual(left('the first are kept'), ['XXcd', 'XYZd', 'abcd'])
})

test('a torn write leaves some of its sectors', () => {
  const left = contents('', { '': 'n'.repeat(1024) }, entry(write, 0, 0, 1024, 1024, 'o'.repeat(1024)))
  const halves = ['n', 'o'].flatMap(a => ['n', 'o'].map(b => a.repeat(512) + b.repeat(512)))
  assert.deepEqual(left('random sectors are kept'), halves.sort())
})

test('a file that was truncated gets its end back', () => {
  const left = contents('', { '': 'ab' }, entry(truncate, 0, 2, 0, 4, 'cd'))
  assert.deepEqual(left('none is kept'), ['abcd'])
})

test('new and removed files follow their folder', () => {
  const made = contents('-wal', { '-wal': 'new' }, entry(create, 1), entry(write, 1, 0, 3), entry(sync, 1))
  assert.deepEqual(made('none is kept'), ['new', null])
  const flushed = contents('-wal', { '-wal': 'new' }, entry(create, 1), entry(sync, 1), entry(syncFolder, 0))
  assert.deepEqual(flushed('none is kept'), ['new'])
  const removed = contents('-wal', {}, entry(unlink, 1, 0, 3, 3, 'old'))
  assert.deepEqual(removed('none is kept'), [null, 'old'])
})
