// Holds the write lock of a SQLite file for a while, as another process that writes much would.
import { DatabaseSync } from 'node:sqlite'

const [path = '', ms = '0'] = process.argv.slice(2)
const database = new DatabaseSync(path, { timeout: 5_000 })
database.exec('BEGIN IMMEDIATE')
console.log('held')
setTimeout(() => {
  database.exec('COMMIT')
  database.close()
}, Number(ms))
