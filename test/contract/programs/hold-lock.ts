// Holds the write lock of a SQLite file until SIGTERM, like another process that is writing.
import { DatabaseSync } from 'node:sqlite'

const [path = ''] = process.argv.slice(2)
const database = new DatabaseSync(path, { timeout: 5_000 })
database.exec('BEGIN IMMEDIATE')
const alive = setInterval(() => {}, 60_000)
process.on('SIGTERM', () => {
  database.exec('COMMIT')
  database.close()
  clearInterval(alive)
})
console.log('held')
