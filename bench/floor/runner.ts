// Runs the floor's statements on a store by direct use of its driver.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Engine } from '../stores.ts'

type Run = (...values: (string | number | null)[]) => unknown[][] | Promise<unknown[][]>

interface Runner {
  prepare(sql: string): Run
}

export const openRunner = (engine: Engine, address: string): Runner =>
  engine === 'sqlite' ? sqlite(address.replace(/^sqlite:/, '')) : postgres(address)

/** Connection settings equal those of the product, so that only the work differs. */
function sqlite(path: string): Runner {
  const database = new DatabaseSync(path)
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA mmap_size = 2147418112;
    PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 10000;
  `)
  return {
    prepare: sql => {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      return (...values) => statement.all(...values) as unknown as unknown[][]
    },
  }
}

function postgres(url: string): Runner {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  let count = 0
  return {
    prepare: text => {
      const name = `floor${count++}`
      return async (...values) =>
        (await pool.query({ name, text, values: values as unknown[], rowMode: 'array' })).rows as unknown[][]
    },
  }
}
