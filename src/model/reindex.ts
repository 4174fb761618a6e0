// Rebuilds the word index and the match keys from the rows, in transactions of a few hundred records, beside servers that write.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RecordRow, SearchWords } from '../entities/entity.ts'
import { entities } from '../entities/index.ts'
import { afterAllIds } from '../storage/dialect.ts'
import { type Args, type Bound, dynamicStatement, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { matchKeyRebuilder } from './match-keys.ts'
import { wordRecord } from './search-words.ts'
import { type ModelTables, tables } from './tables.ts'

export interface ReindexOptions {
  /** Forgets how far an earlier run has come. */
  readonly restart?: boolean
  /** Records of one transaction. */
  readonly pieceRows?: number
  /** Asked after each transaction: whether the run ends here. A later run goes on. */
  readonly ends?: () => boolean
  readonly onProgress?: (done: number, total: number) => void
}

export interface ReindexResult {
  /** Records whose rows were read, those in the bin too. */
  readonly records: number
  /** The run went on where an earlier one had ended. */
  readonly resumed: boolean
  readonly finished: boolean
}

/** A searchable table and how it is read. */
interface Source {
  readonly entity: string
  readonly table: string
  readonly searchWords: (row: RecordRow) => SearchWords
  readonly rebuildMatchKeys: ReturnType<typeof matchKeyRebuilder> | null
  readonly rowsAfter: Bound<{ db: number; after: string; most: number }>
  readonly countAfter: Bound<{ db: number; after: string }>
}

/** `strays` removes entries of the index that no range of records leads to; `words` does the ranges. */
type ReindexStep = 'strays' | 'words' | 'done'

interface Position {
  readonly entity: string
  readonly step: ReindexStep
  readonly after: string
}

const usualRows = 500
const longestCountMs = 3_600_000

const sources: readonly Source[] = entities.flatMap(({ name: entity, table: name, searchWords, matchKeys }) => {
  const table = tables.find(declared => declared.name === name)
  if (!searchWords || !table) return []
  const columns = table.columns.filter(column => column.type === 'text').map(column => column.name)
  const later = (p: Args<{ db: number; after: string }>): RawBuilder<SqlBool> =>
    sql<SqlBool>`${sql.ref('db')} = ${p('db')} and ${sql.ref('id')} > ${p('after')}`
  const rowsAfter: Source['rowsAfter'] = dynamicStatement((db, p, dialect) =>
    db
      .selectFrom(name)
      .select(columns)
      .where(later(p))
      .orderBy('id')
      .limit(p('most'))
      .modifyEnd(dialect.lock('update')),
  )
  const countAfter: Source['countAfter'] = dynamicStatement((db, p) =>
    db.selectFrom(name).select(sql<number>`count(*)`.as('count')).where(later(p)),
  )
  const rebuildMatchKeys = matchKeys ? matchKeyRebuilder(name, matchKeys) : null
  return [{ entity, table: name, searchWords, rebuildMatchKeys, rowsAfter, countAfter }]
})

const statement = statementsOn<ModelTables>()
type Key = { db: number; entity: string }

const databaseIds = statement(db => db.selectFrom('database').select('id').orderBy('id'))
const positionsOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('reindex').select(['entity', 'step', 'after']).where('db', '=', p('db')),
)
const lockPosition = statement((db, p: Args<Key>, dialect) =>
  db
    .selectFrom('reindex')
    .select(['entity', 'step', 'after'])
    .where('db', '=', p('db'))
    .where('entity', '=', p('entity'))
    .modifyEnd(dialect.lock('update')),
)
const setPosition = statement((db, p: Args<Key & { step: string; after: string }>) =>
  db
    .insertInto('reindex')
    .values({ db: p('db'), entity: p('entity'), step: p('step'), after: p('after') })
    .onConflict(c => c.columns(['db', 'entity']).doUpdateSet({ step: p('step'), after: p('after') })),
)
const removeDone = statement((db, p: Args<{ db: number }>) =>
  db.deleteFrom('reindex').where('db', '=', p('db')).where('step', '=', 'done'),
)

/** All databases, also deleted ones: the index may still have words of theirs. */
export const allDatabases = async (store: Store): Promise<number[]> =>
  (await store.rows(databaseIds(store.dialect, {}))).map(({ id }) => id)

/** Rebuilds the index of some databases. Runs at the same time share the work. */
export async function reindex(
  store: Store,
  databases: readonly number[],
  { restart = false, pieceRows = usualRows, ends = () => false, onProgress }: ReindexOptions = {},
): Promise<ReindexResult> {
  const resumed = await begin(store, databases, restart)
  const total = onProgress ? await countRows(store, databases) : 0
  let records = 0
  for (const db of databases) {
    for (const source of sources) {
      for (let done = await nextPiece(store, db, source, pieceRows); done !== null; ) {
        records += done
        onProgress?.(records, Math.max(total, records))
        if (ends()) return { records, resumed, finished: false }
        done = await nextPiece(store, db, source, pieceRows)
      }
    }
  }
  for (const db of databases) await store.write(tx => tx.run(removeDone(store.dialect, { db })))
  return { records, resumed, finished: true }
}

/** Writes the positions from which the run goes on. Returns whether an earlier run has left some of them. */
async function begin(store: Store, databases: readonly number[], restart: boolean): Promise<boolean> {
  const { dialect } = store
  const known = await Promise.all(databases.map(db => store.rows(positionsOf(dialect, { db }))))
  const withStrays = new Set(dialect.search.strayTurnsOf(databases))
  const resumed = !restart && known.flat().some(({ step }) => step !== 'done')
  for (const [i, db] of databases.entries()) {
    if (resumed && known[i]?.length) continue
    const step: ReindexStep = withStrays.has(db) ? 'strays' : 'words'
    await store.write(async tx => {
      for (const { entity } of sources) await tx.run(setPosition(dialect, { db, entity, step, after: '' }))
    })
  }
  return resumed
}

async function countRows(store: Store, databases: readonly number[]): Promise<number> {
  let total = 0
  for (const db of databases) {
    for (const { entity, step, after } of await store.rows(positionsOf(store.dialect, { db }))) {
      const source = sources.find(each => each.entity === entity)
      if (!source || step === 'done') continue
      const count = source.countAfter(store.dialect, { db, after: step === 'words' ? after : '' })
      const [row] = await store.readSlow(count, { timeoutMs: longestCountMs })
      total += Number(row?.[0])
    }
  }
  return total
}

/** Does the next piece of a table and moves its position, in one transaction. Returns the records of the piece; null at the end. */
function nextPiece(store: Store, db: number, source: Source, pieceRows: number): Promise<number | null> {
  const { dialect } = store
  const { entity, table } = source
  const piece = async (tx: Tx): Promise<number | null> => {
    const [position] = (await tx.rows(lockPosition(dialect, { db, entity }))) as Position[]
    const move = (step: ReindexStep, after: string) => tx.run(setPosition(dialect, { db, entity, step, after }))
    if (!position || position.step === 'done') return null
    if (position.step === 'strays') {
      const next = await dialect.search.removeStrays(tx, table, db, position.after)
      await move(next === null ? 'words' : 'strays', next ?? '')
      return 0
    }
    const { after } = position
    const rows = (await tx.rows(source.rowsAfter(dialect, { db, after, most: pieceRows }))) as RecordRow[]
    // A row that was removed while this transaction waited for its lock is not among the rows: fewer rows are not the end.
    const upTo = (rows.at(-1)?.id as string | undefined) ?? afterAllIds
    const records = rows.filter(row => row.deleted === null).map(row => wordRecord(source.searchWords, row))
    await dialect.search.rebuild(tx, table, db, {
      ...{ after, upTo, locked: rows.map(row => row.id as string) },
      records: records.filter(({ words }) => words.length > 0),
    })
    await source.rebuildMatchKeys?.(tx, dialect, db, { after, upTo, rows })
    await move(rows.length === 0 ? 'done' : 'words', upTo)
    return rows.length
  }
  return store.write(piece, { alone: true })
}
