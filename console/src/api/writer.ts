// Writes records: shows a change at once, sends it with the Version that was read, and remembers how to undo it.
import type { Api } from './client.ts'
import { type Clash, type Conflicts, type LastChange, same } from './conflicts.ts'
import { type Body, envelope, type ReadAnswer, type Row, textOf } from './envelope.ts'
import { Refused } from './errors.ts'
import type { RecordStore } from './record-store.ts'
import { screenRequests } from './screen-requests.ts'
import type { UndoStack } from './undo.ts'
import { readResults, type WorkflowResults, withResult } from './workflow-results.ts'

interface WriterServices {
  readonly api: Api
  readonly store: RecordStore
  readonly undo: UndoStack
  readonly conflicts: Conflicts
  readonly results: WorkflowResults
  /** Called with the entity after each write, so that lists are read again. */
  readonly onWritten: (entity: string) => void
}

interface WriteAnswer {
  readonly Key: string
  readonly Version?: number
}

interface Change {
  readonly entity: string
  readonly key: string
  /** New values by path, in the form in which they are read: `{ Status: { Key: 3, DisplayValue: 'Won' } }`. */
  readonly changes: Row
  /** What is sent for changes, where that differs: a reference is shown as a record and written by its key. */
  readonly write?: ((changes: Row) => Row) | undefined
  /** What is done, as a sentence, for the notification; null for what needs none. */
  readonly label: string | null
  /** What the person saw when they began; what is shown now unless said. */
  readonly seen?: RecordSnapshot | undefined
}

/** A record as it was at some moment. */
export interface RecordSnapshot {
  readonly version: number | undefined
  readonly values: Row
}

/** What is known of the fields that change; the store may have forgotten the record when a change is undone. */
interface ChangeBase {
  readonly version: number | undefined
  readonly values: Row
  /** The selectors by which they are read. */
  readonly scope: Body
}

const asShown = (changes: Row): Row => changes

export class Writer {
  readonly #services: WriterServices
  /** The last write of each record: writes of one record wait for each other, since each needs the Version of the one before. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(services: WriterServices) {
    this.#services = services
  }

  /** Changes fields of a record. Throws Refused when the server refuses it; the old values are shown again then. */
  update(change: Change): Promise<void> {
    const { store } = this.#services
    const paths = Object.keys(change.changes)
    const values = pick({ ...store.get(change.key)?.fields, ...change.seen?.values }, paths)
    const selectors = store.scopeOf(change.key)
    const scope = Object.fromEntries(paths.map(path => [path, selectors[path] ?? 1] as const))
    const updated = this.#update(change, { version: undefined, values, scope })
    this.#services.undo.await(updated)
    return updated
  }

  #update(change: Change, known: ChangeBase): Promise<void> {
    const { store, undo } = this.#services
    const { key, changes, label } = change
    const end = store.expect(key, changes)
    return this.#inTurn(key, async () => {
      try {
        const written = await this.#write(change, known)
        if (!written || label === null) return
        const old = pick(known.values, Object.keys(written.values))
        undo.push({
          label,
          undo: () => this.#update({ ...change, changes: old, label: null, seen: undefined }, written),
        })
      } finally {
        end()
      }
    })
  }

  async create(entity: string, data: Body, label: string | null, options: Body = {}): Promise<string> {
    const { Key } = await this.#send('Create', entity, { Key: null, ...data }, label ?? entity, options)
    if (label !== null) {
      const undo = async (): Promise<void> => {
        await this.#send('Delete', entity, { Key }, label)
      }
      this.#services.undo.push({ label, undo })
    }
    return Key
  }

  /** Moves records into the recycle bin. */
  remove(entity: string, keys: readonly string[], label: string): Promise<void> {
    return this.#move('Delete', 'Restore', entity, keys, label)
  }

  /** Takes records out of the recycle bin. */
  restore(entity: string, keys: readonly string[], label: string): Promise<void> {
    return this.#move('Restore', 'Delete', entity, keys, label)
  }

  async #move(there: string, back: string, entity: string, keys: readonly string[], label: string): Promise<void> {
    const data = keys.map(Key => ({ Key }))
    await this.#send(there, entity, data, label)
    const undo = async (): Promise<void> => {
      await this.#send(back, entity, data, label)
    }
    this.#services.undo.push({ label, undo })
  }

  /** Reads again the fields of a record that are shown. */
  async refresh(entity: string, key: string): Promise<void> {
    const { store } = this.#services
    const scope = store.scopeOf(key)
    if (Object.keys(scope).length === 0) return
    const row = await this.#read(entity, key, scope)
    if (row) store.confirm(key, row)
  }

  #inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).catch(() => {}).then(run)
    this.#last.set(key, turn)
    const clean = (): void => {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
    turn.then(clean, clean)
    return turn
  }

  /** Gives what was written in the end, or null when the person gave it up. */
  async #write({ entity, key, changes, write = asShown, seen }: Change, known: ChangeBase): Promise<ChangeBase | null> {
    const { store } = this.#services
    let mine: Row | null = changes
    let { version, values: base } = known
    let first = seen?.version
    let options: Body = {}
    while (mine) {
      const Version = first ?? (store.confirmed(key).Version as number | undefined) ?? version
      first = undefined
      const data = { Key: key, ...(Version === undefined ? {} : { Version }), ...write(mine) }
      try {
        const written = await this.#send('Update', entity, data, entity, options)
        version = written.Version
        store.confirm(key, { ...mine, ...(version === undefined ? {} : { Version: version }) })
        // Display values and computed fields follow; the change itself is already shown.
        await this.refresh(entity, key).catch(() => {})
        return { version, values: mine, scope: known.scope }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.problem('WorkflowResultRequired')) {
          const result = await this.#askResult(key)
          if (result === null) return null
          options = withResult(result)
          first = Version
          continue
        }
        if (!error.problem('VersionConflict')) throw error
        const theirs = await this.#read(entity, key, { ...known.scope, Key: 1, Version: 1 })
        if (!theirs) throw error
        store.confirm(key, theirs)
        version = theirs.Version as number
        mine = await this.#settle(entity, key, clashesOf(base, mine, theirs), mine)
        base = theirs
      }
    }
    return null
  }

  /** The result with which the person completes a task of a workflow; null to leave it open. */
  async #askResult(key: string): Promise<string | null> {
    const { api, results } = this.#services
    return results.ask({ key, results: await readResults(api, key) })
  }

  /** The changes that the person keeps after a conflict; null when none is left. Fields that do not clash are kept unasked. */
  async #settle(entity: string, key: string, clashes: readonly Clash[], mine: Row): Promise<Row | null> {
    if (clashes.length === 0) return mine
    const kept = await this.#services.conflicts.ask({ entity, key, clashes, by: await this.#lastChange(entity, key) })
    if (kept === null) return null
    const given = clashes.map(({ path }) => path).filter(path => !kept.includes(path))
    const left = Object.entries(mine).filter(([path]) => !given.includes(path))
    return left.length === 0 ? null : Object.fromEntries(left)
  }

  /** Who wrote the record last, and when, as the server formats it. Some entities do not say. */
  async #lastChange(entity: string, key: string): Promise<LastChange | null> {
    const fields = { ModifiedBy: { DisplayValue: 1 }, LastModifyDate: { DisplayValue: 1 } }
    const row = await this.#read(entity, key, fields).catch(() => undefined)
    return row ? { who: textOf(row.ModifiedBy), when: textOf(row.LastModifyDate) } : null
  }

  async #read(entity: string, key: string, Fields: Body): Promise<Row | undefined> {
    const body = envelope({ [entity]: { Scope: { Fields }, Criteria: { SearchQuery: { Key: { $EQ: key } }, Top: 1 } } })
    return (await this.#services.api.call<Record<string, ReadAnswer>>('Read', body))[entity]?.Data[0]
  }

  async #send(
    operation: string,
    entity: string,
    data: Body | readonly Body[],
    title: string,
    Options: Body = {},
  ): Promise<WriteAnswer> {
    const content = Object.keys(Options).length > 0 ? { Data: data, Options } : { Data: data }
    const body = envelope({ [entity]: content })
    const answer = await this.#services.api.call<Record<string, { Data: WriteAnswer }>>(operation, body)
    screenRequests.setWrite({ title, operation, body })
    this.#services.onWritten(entity)
    return answer[entity]?.Data as WriteAnswer
  }
}

/** A path without a value is null: that is how it is cleared. */
const pick = (row: Row, paths: readonly string[]): Row =>
  Object.fromEntries(paths.map(path => [path, row[path] ?? null] as const))

/** The fields that both sides have changed, and not to the same value. */
const clashesOf = (base: Row, mine: Row, theirs: Row): Clash[] =>
  Object.keys(mine)
    .filter(path => !same(base[path], theirs[path]) && !same(mine[path], theirs[path]))
    .map(path => ({ path, original: base[path], mine: mine[path], theirs: theirs[path] }))
