// Damages the file of a SQLite store.
import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites a page of an index that few requests need: that of the names of campaigns. */
export function damageIndex(path: string): void {
  const database = new DatabaseSync(path)
  // Servers that have the store open would read the page from the log.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { pageno } = database.prepare("SELECT pageno FROM dbstat WHERE name = 'campaign_name'").get() ?? {}
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size)
  database.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (Number(pageno) - 1) * size)
  closeSync(file)
}
