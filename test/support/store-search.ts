// Searches every column of every table of a store for a text, also inside packed bytes.
import { inflateRawSync } from 'node:zlib'
import { quoteName } from '../../src/storage/schema/quote.ts'
import type { Store } from '../../src/storage/store.ts'
import type { Engine } from './engines.ts'

const facts = { reads: true, allTenants: true }

const listed: Readonly<Record<Engine, string>> = {
  sqlite: `SELECT m.name AS "table", p.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`,
  postgres: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = current_schema()`,
}

/** An identifier of the word index is beyond what a number of this language holds. */
const shown: Readonly<Record<Engine, (column: string) => string>> = {
  sqlite: column => `CASE typeof(${column}) WHEN 'integer' THEN NULL ELSE ${column} END AS ${column}`,
  postgres: column => column,
}

/** The tables and columns in which one of the texts stands, whatever its letter case: `history.changes`. */
export async function placesOf(store: Store, engine: Engine, texts: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const wanted = texts.map(text => text.toLowerCase())
  const columns = await store.rows({ sql: listed[engine], params: [], facts })
  for (const [table, some] of Map.groupBy(columns, row => String(row.table))) {
    const list = some.map(({ column }) => shown[engine](quoteName(String(column))))
    const rows = await store.rows({ sql: `SELECT ${list.join(', ')} FROM ${quoteName(table)}`, params: [], facts })
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (formsOf(value).some(form => wanted.some(text => form.includes(text)))) found.add(`${table}.${column}`)
  }
  return [...found].sort()
}

/** The texts that a value may hold. */
function formsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.toLowerCase()]
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value)
    return [bytes, ...unpacked(bytes)].map(one => one.toString('utf8').toLowerCase())
  }
  return value === null || typeof value === 'number'
    ? []
    : [JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)).toLowerCase()]
}

function unpacked(bytes: Buffer): Buffer[] {
  try {
    return [inflateRawSync(bytes)]
  } catch {
    return []
  }
}
