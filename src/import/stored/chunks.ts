// Stores the rows of a file in packed chunks and reads them again.
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Reader, Store } from '../../storage/store.ts'
import type { SourceRow } from '../formats/source.ts'
import type { ImportTables } from '../tables.ts'
import { insertChunk } from './statements.ts'

const statement = statementsOn<ImportTables>()
const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

export interface ChunkPlace {
  /** The number of the first row, from 1, and how many there are. */
  readonly first: number
  readonly rows: number
}

type OfImport = { db: number; import: string }

const chunkPlaces = statement((db, p: Args<OfImport>) =>
  db
    .selectFrom('import_chunk')
    .select(['first', 'rows'])
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .orderBy('first'),
)

const chunkAt = statement((db, p: Args<OfImport & { first: number }>) =>
  db
    .selectFrom('import_chunk')
    .select('bytes')
    .where('db', '=', p('db'))
    .where('import', '=', p('import'))
    .where('first', '=', p('first')),
)

export const packedRows = (rows: readonly SourceRow[]): Promise<Buffer> => pack(JSON.stringify(rows), { level: 1 })

export async function storeChunk(
  store: Store,
  place: OfImport & Pick<ChunkPlace, 'first'>,
  rows: readonly SourceRow[],
): Promise<void> {
  const bytes = await packedRows(rows)
  await store.write(tx => tx.run(insertChunk(store.dialect, { ...place, rows: rows.length, bytes })))
}

export const chunksOfImport = (store: Store, place: OfImport): Promise<ChunkPlace[]> =>
  Promise.resolve(store.rows(chunkPlaces(store.dialect, place)))

export async function readChunk(
  reader: Reader & Pick<Store, 'dialect'>,
  place: OfImport & { first: number },
): Promise<SourceRow[]> {
  const [found] = await reader.rows(chunkAt(reader.dialect, place))
  if (!found) throw new Error(`Import ${place.import} has no rows from ${place.first} on`)
  return JSON.parse((await unpack(found.bytes)).toString()) as SourceRow[]
}
