// Measures how many bytes a store, and a row of its event log, take on the disk.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { BenchStore } from '../stores.ts'

type Sql = Readonly<Record<BenchStore['engine'], string>>

export const storeBytes = (store: BenchStore): Promise<number> =>
  numberOf(store, {
    sqlite:
      'select (select page_count from pragma_page_count) * 1.0 * (select page_size from pragma_page_size) - (select freelist_count from pragma_freelist_count) * (select page_size from pragma_page_size) as n',
    postgres: 'select pg_database_size(current_database())::float8 as n',
  })

export const eventBytes = (store: BenchStore): Promise<number> =>
  numberOf(store, {
    sqlite: `select (select sum(pgsize) from dbstat where name in (select name from sqlite_master where tbl_name = 'event_log')) * 1.0
      / max(1, (select count(*) from event_log)) as n`,
    postgres: `select pg_total_relation_size('event_log')::float8 / greatest(1, (select count(*) from event_log)) as n`,
  })

async function numberOf({ engine, url }: BenchStore, sql: Sql): Promise<number> {
  if (engine === 'sqlite') {
    const database = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true })
    const row = database.prepare(sql.sqlite).get() as { n: number }
    database.close()
    return row.n
  }
  const client = new pg.Client(url)
  await client.connect()
  try {
    return Number((await client.query<{ n: number }>(sql.postgres)).rows[0]?.n)
  } finally {
    await client.end()
  }
}
