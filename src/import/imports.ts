// Serves imports: uploads a file, sets its mapping, shows its plan and its rows, commits and undoes it.
import { type Caller, shareOf } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { canUpsert } from '../entities/entity.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { Catalog } from '../model/catalog.ts'
import type { ModelEntity } from '../model/model.ts'
import { topics } from '../storage/nodes/topics.ts'
import type { Store } from '../storage/store.ts'
import { removeWhole } from './cleanup.ts'
import type { ColumnFacts } from './columns/column-facts.ts'
import { suggestionsOf } from './columns/suggest.ts'
import { formatNames } from './formats/index.ts'
import { importLimits } from './limits.ts'
import { readMapping } from './mapping/mapping.ts'
import type { ImportParts } from './parts.ts'
import { rowPage } from './row-page.ts'
import { unindexed } from './run/plan.ts'
import { countsIn } from './run/progress.ts'
import {
  beginPhase,
  begunImport,
  completeUpload,
  countOfUser,
  type ImportRow,
  importById,
  importsOfUser,
  insertImport,
  removeImport,
} from './stored/statements.ts'
import { type FileRequest, FileUploads } from './upload.ts'

interface NewImport extends FileRequest {
  readonly entity: string
  readonly format: string
  readonly name: string | null
}

type Body = Readonly<Record<string, unknown>>

/** An upload that does not end is removed after a day. */
const uploadSeconds = 24 * 3600
const mostListed = 100

export class Imports {
  readonly #parts: ImportParts
  readonly #store: Store
  readonly #files: FileUploads

  constructor(parts: ImportParts, settings: Settings) {
    this.#parts = parts
    this.#store = parts.operations.store
    this.#files = new FileUploads(parts, settings)
  }

  async create(caller: Caller, { entity: spelling, format, name, ...file }: NewImport): Promise<object> {
    const { clock, newId, catalogs } = this.#parts.operations
    const catalog = await catalogs.get(caller.db)
    const entity = importable(catalog, spelling, caller)
    checkFormat(format, entity)
    if (file.expectedBytes > importLimits.fileBytes) refuse('LimitExceeded', 'file', 'A file has at most 2 GiB.')
    await this.#checkNumber(caller)
    const [{ db, uid, application }, now, id] = [caller, seconds(clock), newId()]
    const row = { db, id, uid, application, entity: entity.name, format, name, status: 'uploading', size: 0 }
    const times = { created: now, changed: now, expires: now + uploadSeconds }
    await this.#write(caller, tx => tx.run(insertImport(this.#store.dialect, { ...row, ...times })))
    try {
      const { size, digest, rows, facts, columns } = await this.#files.take(caller, id, format, file)
      const found = { size, digest, rows, facts: JSON.stringify(facts), columns: JSON.stringify(columns.facts()) }
      const done = { db, id, ...found, changed: seconds(clock), expires: now + importLimits.keptSeconds }
      await this.#write(caller, tx => tx.run(completeUpload(this.#store.dialect, done)))
    } catch (error) {
      // What cannot be removed now is removed when it expires.
      await this.#write(caller, tx => tx.run(removeImport(this.#store.dialect, { db, id }))).catch(() => {})
      throw error
    }
    return this.read(caller, id)
  }

  async list(caller: Caller): Promise<object> {
    const { db, uid, admin } = caller
    const asked = { db, uid, all: admin ? 1 : 0, most: mostListed }
    const rows = await this.#store.rows(importsOfUser(this.#store.dialect, asked))
    return { imports: rows.map(row => shortView(row)) }
  }

  async read(caller: Caller, id: string): Promise<object> {
    const stored = await this.stored(caller, id)
    const catalog = await this.#parts.operations.catalogs.get(caller.db)
    return view(stored, catalog)
  }

  async map(caller: Caller, id: string, body: Body): Promise<object> {
    const stored = await this.stored(caller, id, 'own')
    const catalog = await this.#parts.operations.catalogs.get(caller.db)
    const columns = JSON.parse(stored.columns) as ColumnFacts[]
    const entity = importable(catalog, stored.entity, caller)
    readMapping(body, { columns, entity, catalog, caller, format: stored.format })
    const from = ['uploaded', 'planning', 'planned', 'failed']
    return this.#begin(caller, stored, { status: 'planning', from, mapping: JSON.stringify(body), counts: '{}' })
  }

  async commit(caller: Caller, id: string): Promise<object> {
    const stored = await this.stored(caller, id, 'own')
    if (stored.status === 'committing' || stored.status === 'committed') return this.read(caller, id)
    return this.#begin(caller, stored, {
      status: 'committing',
      from: ['planned'],
      mapping: stored.mapping,
      counts: '{}',
    })
  }

  async undo(caller: Caller, id: string): Promise<object> {
    const stored = await this.stored(caller, id, 'own')
    if (stored.status === 'undoing' || stored.status === 'undone') return this.read(caller, id)
    const counts = JSON.stringify({ ...countsIn(stored.counts), done: 0, left: 0 })
    const from = ['committing', 'committed', ...(stored.plan_counts === '{}' ? [] : ['failed'])]
    return this.#begin(caller, stored, { status: 'undoing', from, mapping: stored.mapping, counts })
  }

  async remove(caller: Caller, id: string): Promise<object> {
    const stored = await this.stored(caller, id, 'own')
    if (stored.status === 'committing' || stored.status === 'undoing')
      refuse('RuleViolated', '', 'The import is being written; undo it, or wait until it is done.')
    await removeWhole(this.#store, stored)
    return {}
  }

  async rows(caller: Caller, id: string, query: Readonly<Record<string, unknown>>): Promise<object> {
    const stored = await this.stored(caller, id)
    return rowPage(this.#store, stored, query, caller.culture)
  }

  /** The last import of a file that its user has begun and not ended; null when there is none. */
  async begun({ db, uid }: Caller, file: { readonly digest: string; readonly entity: string }): Promise<string | null> {
    const [found] = await this.#store.rows(begunImport(this.#store.dialect, { db, uid, ...file }))
    return found?.id ?? null
  }

  /** An import that the caller may see: an own one, or for administrators any. `own`: to work on it. */
  async stored({ db, uid, admin }: Caller, id: string, access: 'see' | 'own' = 'see'): Promise<ImportRow> {
    const [stored] = await this.#store.rows(importById(this.#store.dialect, { db, id }))
    const isVisible = stored && stored.status !== 'uploading' && (stored.uid === uid || admin)
    if (!isVisible) return refuse('UnknownKey', 'id', 'There is no such import.')
    if (access === 'own' && stored.uid !== uid)
      refuse('AccessDenied', 'id', 'The import belongs to another user, who alone can go on with it.')
    return stored
  }

  async #checkNumber({ db, uid }: Caller): Promise<void> {
    const [found] = await this.#store.rows(countOfUser(this.#store.dialect, { db, uid }))
    if (Number(found?.count ?? 0) < importLimits.perUser) return
    const message = `You have ${importLimits.perUser} imports. Delete some; each is kept for 30 days.`
    refuse('LimitExceeded', '', message)
  }

  async #begin(
    caller: Caller,
    stored: ImportRow,
    phase: { status: string; from: readonly string[]; mapping: string | null; counts: string },
  ): Promise<object> {
    const { db, id } = stored
    const changed = seconds(this.#parts.operations.clock)
    const position = phase.status === 'planning' ? unindexed : 0
    const begun = await this.#write(caller, async tx => {
      const moved = await tx.run(beginPhase(this.#store.dialect, { db, id, ...phase, position, changed }))
      if (moved > 0) await tx.publish(topics.import, db)
      return moved
    })
    if (begun === 0) {
      const now = await this.stored(caller, id)
      refuse('RuleViolated', '', `The import is ${now.status}; this needs one that is ${phase.from.join(' or ')}.`)
    }
    return this.read(caller, id)
  }

  #write<T>(caller: Caller, work: Parameters<Store['write']>[0]): Promise<T> {
    return this.#store.write(work, { share: shareOf(caller) }) as Promise<T>
  }
}

/** The entity, if the caller may import it. */
function importable(catalog: Catalog, spelling: string, { admin }: Caller): ModelEntity {
  const { model } = catalog
  const entity = model.findMember(spelling)
  const names = model.entities.filter(one => canUpsert(one.entity) && !one.entity.tokenScope).map(({ name }) => name)
  if (!entity || !names.includes(entity.name))
    return refuse('UnknownEntity', 'entity', suggest => {
      return `There is no entity ${spelling} to import.${suggest(spelling, names)}`
    })
  if (entity.entity.adminWrites && !admin)
    refuse('AdministratorRequired', 'entity', `Only an administrator may write ${entity.name}.`)
  return entity
}

function checkFormat(format: string, { name }: ModelEntity): void {
  if (!(formatNames as readonly string[]).includes(format))
    refuse('InvalidValue', 'format', suggest => {
      return `There is no format ${format}.${suggest(format, formatNames)} There are ${formatNames.join(', ')}.`
    })
  if (format === 'vcard' && name !== 'AbEntry')
    refuse('UnsupportedOperation', 'format', `vcard is a format of AbEntry, not of ${name}.`)
}

const shortView = ({ id, status, entity, format, name, rows, counts, plan_counts, created, uid }: ImportRow) => ({
  ...{ id, status, entity, format, name, rows, counts: countsIn(counts), planCounts: countsIn(plan_counts) },
  created: new Date(created * 1000).toISOString(),
  user: encodeKey('User', uid),
})

function view(stored: ImportRow, catalog: Catalog): object {
  const columns = JSON.parse(stored.columns) as ColumnFacts[]
  const suggestions = suggestionsOf(columns, catalog.model.entity(stored.entity), catalog)
  return {
    ...shortView(stored),
    size: stored.size,
    read: JSON.parse(stored.facts) as object,
    columns: columns.map(({ name, samples, filled, dates, numbers, values }) => ({
      ...{ name, samples, filled, suggestion: suggestions.get(name) ?? null },
      ...(dates.count > 0 && { dates: dates.fits }),
      ...(numbers.shown && { decimals: numbers.fits }),
      ...(values && values.length > 0 && { values }),
    })),
    mapping: stored.mapping === null ? null : (JSON.parse(stored.mapping) as object),
    problems: JSON.parse(stored.problems) as object,
    left: JSON.parse(stored.left) as object,
  }
}
