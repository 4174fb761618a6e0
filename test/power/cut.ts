// Makes a power cut of a SQLite store: takes back what its killed server had written and not flushed, wholly or in part.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Random } from '../../src/seed/random.ts'

/** The numbers of unflushed.c. */
const kinds = { write: 1, truncate: 2, sync: 3, create: 4, unlink: 5, syncFolder: 6 }
const suffixes = ['', '-wal', '-journal']
const headBytes = 40
const sectorBytes = 512

interface Entry {
  readonly kind: number
  readonly file: number
  readonly offset: number
  readonly size: number
  readonly length: number
  /** The bytes before the change. */
  readonly old: Buffer
}

/** A change that was taken back, and what it had written. */
interface UndoneChange extends Entry {
  readonly written: Buffer
}

/** What a disk keeps of the writes that were not flushed. */
export type Damage = 'none is kept' | 'the first are kept' | 'random sectors are kept'

export interface PowerCut {
  readonly damage: Damage
  readonly unflushed: number
}

function entriesOf(journal: string): Entry[] {
  const bytes = readIfThere(journal) ?? Buffer.alloc(0)
  const entries: Entry[] = []
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const number = (from: number) => Number(bytes.readBigUInt64LE(at + from))
    const [kind, file] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    const oldBytes = number(32)
    const old = bytes.subarray(at + headBytes, at + headBytes + oldBytes)
    // The process died while it wrote the entry, before the change itself.
    if (old.length < oldBytes) break
    entries.push({ kind, file, offset: number(8), length: number(16), size: number(24), old })
    at += headBytes + oldBytes
  }
  return entries
}

export function cutPower(store: string, journal: string, random: Random): PowerCut {
  const entries = entriesOf(journal)
  const damage = random.pick<Damage>(['none is kept', 'the first are kept', 'random sectors are kept'])
  const files = suffixes.map(suffix => readIfThere(store + suffix))
  const undone = takeBack(entries, files, random.chance(0.5))
  const kept = random.between(0, undone.length)
  for (const [i, change] of undone.entries()) {
    if (damage === 'random sectors are kept') keepSectors(change, files, random)
    else if (damage === 'the first are kept' && i < kept) keepSectors(change, files)
  }
  for (const [i, suffix] of suffixes.entries()) {
    const content = files[i]
    if (content) writeFileSync(store + suffix, content)
    else rmSync(store + suffix, { force: true })
  }
  return { damage, unflushed: undone.length }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** Takes changes back, the last first, down to the last flush of each file. Gives them in their order. */
function takeBack(entries: readonly Entry[], files: (Buffer | null)[], isFolderLost: boolean): UndoneChange[] {
  const undone: UndoneChange[] = []
  const isFlushed = suffixes.map(() => false)
  let isFolderFlushed = false
  for (const entry of entries.toReversed()) {
    const { kind, file, offset, size, old } = entry
    if (kind === kinds.syncFolder) isFolderFlushed = true
    else if (kind === kinds.sync) isFlushed[file] = true
    else if (kind === kinds.create || kind === kinds.unlink) {
      const comesBack = isFolderLost && !isFolderFlushed
      if (comesBack) files[file] = kind === kinds.unlink ? Buffer.from(old) : null
      // The entries before it are of another file of this name; one that comes back was not changed when it was removed.
      isFlushed[file] = true
    } else if (!isFlushed[file]) {
      const content = files[file] ?? Buffer.alloc(0)
      const written = Buffer.from(content.subarray(offset, offset + entry.length))
      undone.push({ ...entry, written })
      const before = Buffer.alloc(size)
      content.copy(before)
      old.copy(before, offset)
      files[file] = before
    }
  }
  return undone.reverse()
}

/** Repeats a change that the disk has kept: with a source of randomness, some of its sectors only. */
function keepSectors({ kind, file, offset, written }: UndoneChange, files: (Buffer | null)[], random?: Random): void {
  const content = files[file]
  if (!content) return
  if (kind === kinds.truncate) {
    if (!random || random.chance(0.5)) files[file] = content.subarray(0, offset)
    return
  }
  for (let from = 0; from < written.length; ) {
    const to = Math.min(written.length, from + sectorBytes - ((offset + from) % sectorBytes))
    if (!random || random.chance(0.5))
      files[file] = withBytes(files[file] ?? content, offset + from, written.subarray(from, to))
    from = to
  }
}

function withBytes(content: Buffer, offset: number, bytes: Buffer): Buffer {
  const grown = offset + bytes.length > content.length ? Buffer.alloc(offset + bytes.length) : content
  if (grown !== content) content.copy(grown)
  bytes.copy(grown, offset)
  return grown
}
