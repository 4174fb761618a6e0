// Keeps each record that the screens show once, so that a change is seen everywhere at the same moment.
import type { Body, Row } from './envelope.ts'

/** A record as it is shown. The object stays the same until something in it changes. */
export interface StoredRecord {
  readonly key: string
  /** The fields by their paths, with the changes that are on their way. */
  readonly fields: Row
  /** The paths of changes that the server has not confirmed yet. */
  readonly pending: ReadonlySet<string>
}

interface Entry {
  shown: StoredRecord
  confirmed: Row
  changes: readonly Row[]
  /** The selectors by which the fields were read, to read them again. */
  scope: Body
  readonly holders: Set<string>
  readonly listeners: Set<() => void>
}

/** Both together, without a copy where the new one has all of the old: most records of a long list are read once. */
const joined = <T extends object>(old: T, added: T): T => {
  for (const name in old) if (!(name in added)) return { ...old, ...added }
  return added
}

export const nothingPending: ReadonlySet<string> = new Set()

export class RecordStore {
  readonly #entries = new Map<string, Entry>()
  readonly #held = new Map<string, Set<string>>()
  readonly #watchers = new Set<() => void>()
  #version = 0

  /** Takes what a Read with these Scope.Fields answered. The records stay while their holder does; rows have Key and Version. */
  absorb(holder: string, scope: Body, rows: readonly Row[]): string[] {
    const held = this.#held.get(holder) ?? new Set()
    this.#held.set(holder, held)
    const keys = rows.map(row => {
      const key = row.Key as string
      const entry = this.#entry(key)
      entry.holders.add(holder)
      held.add(key)
      // An answer that was overtaken by a newer one says nothing new.
      if (Number(row.Version ?? 0) >= Number(entry.confirmed.Version ?? 0)) {
        entry.confirmed = joined(entry.confirmed, row)
        entry.scope = joined(entry.scope, scope)
        this.#show(key, entry)
      }
      return key
    })
    this.#tellWatchers()
    return keys
  }

  /** Forgets the records without another holder: called when a page of a list is dropped. */
  release(holder: string): void {
    for (const key of this.#held.get(holder) ?? []) {
      this.#entries.get(key)?.holders.delete(holder)
      this.#forget(key)
    }
    this.#held.delete(holder)
  }

  /** Null until a read has brought the record. */
  get(key: string): StoredRecord | null {
    const entry = this.#entries.get(key)
    return entry && 'Key' in entry.confirmed ? entry.shown : null
  }

  /** The fields as the server has them. */
  confirmed(key: string): Row {
    return this.#entries.get(key)?.confirmed ?? {}
  }

  scopeOf(key: string): Body {
    return this.#entries.get(key)?.scope ?? {}
  }

  subscribe(key: string, listener: () => void): () => void {
    const entry = this.#entry(key)
    entry.listeners.add(listener)
    return () => {
      entry.listeners.delete(listener)
      this.#forget(key)
    }
  }

  /** Tells of a change to any record. A list watches all: hundreds of subscriptions would take longer to begin and end. */
  readonly watch = (listener: () => void): (() => void) => {
    this.#watchers.add(listener)
    return () => this.#watchers.delete(listener)
  }

  /** Another one whenever a record has changed. */
  readonly version = (): number => this.#version

  /** Shows changes before the server has them; the returned function ends that. */
  expect(key: string, changes: Row): () => void {
    const entry = this.#entry(key)
    entry.changes = [...entry.changes, changes]
    this.#show(key, entry)
    this.#tellWatchers()
    return () => {
      entry.changes = entry.changes.filter(one => one !== changes)
      this.#show(key, entry)
      this.#tellWatchers()
      this.#forget(key)
    }
  }

  /** Takes what a write has made of a record. */
  confirm(key: string, fields: Row): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    entry.confirmed = { ...entry.confirmed, ...fields }
    this.#show(key, entry)
    this.#tellWatchers()
  }

  get size(): number {
    return this.#entries.size
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key)
    if (known) return known
    const shown = { key, fields: {}, pending: nothingPending }
    const entry: Entry = { shown, confirmed: {}, changes: [], scope: {}, holders: new Set(), listeners: new Set() }
    this.#entries.set(key, entry)
    return entry
  }

  #show(key: string, entry: Entry): void {
    const pending = entry.changes.length > 0 ? new Set(entry.changes.flatMap(Object.keys)) : nothingPending
    const fields = entry.changes.length > 0 ? Object.assign({}, entry.confirmed, ...entry.changes) : entry.confirmed
    entry.shown = { key, fields, pending }
    this.#version++
    for (const listener of entry.listeners) listener()
  }

  /** Once for all records of a page. */
  #tellWatchers(): void {
    for (const watcher of this.#watchers) watcher()
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key)
    if (entry && entry.holders.size === 0 && entry.listeners.size === 0 && entry.changes.length === 0)
      this.#entries.delete(key)
  }
}
