// Records the rows of a small store of this release, which tests of later releases migrate on both engines.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { tables } from '../src/app.ts'

const [version = '', folder = resolve(import.meta.dirname, '../test/contract/released')] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the version: record-store.ts 0.2.0')

const work = mkdtempSync(join(tmpdir(), 'clientele-record-'))
const path = join(work, 'clientele.db')

function clientele(args: readonly string[], input = ''): void {
  const program = resolve(import.meta.dirname, '../src/main.ts')
  const flags = ['--disable-warning=ExperimentalWarning', program, ...args, '--store', `sqlite:${path}`, '--json']
  execFileSync(process.execPath, flags, { cwd: work, input, stdio: ['pipe', 'ignore', 'inherit'] })
}

/** Of everything some: what the sample data has, an administrator, an application, a changed, a deleted and a restored record. */
function fill(): void {
  const database = ['--database', 'acme']
  const as = [...database, '--user', 'ANN']
  clientele(['database', 'create', 'acme', '--currency', 'EUR'])
  const ann = ['--uid', 'ANN', '--email', 'ann@example.com', '--name', 'Ann Lee', '--admin', '--password-stdin']
  clientele(['user', 'create', ...database, ...ann], 'correct horse battery')
  clientele(['group', 'create', ...database, '--name', 'Sales'])
  clientele(['app', 'create', '--name', 'Portal', '--redirect-uri', 'https://portal.example.com/callback'])
  clientele(['seed', ...database, '--entries', '60', '--seed', '20'])
  const field = {
    Schema: { Data: { Key: '/AbEntry/Udf', Name: 'Level', Type: 'StringField', AppliesTo: ['Company'] } },
  }
  clientele(['api', 'Create', ...as, '--data', JSON.stringify(field)])
  const company = { Type: 'Company', CompanyName: 'Lakeside Bakery', 'Udf/$NAME(Level)': 'Gold' }
  clientele(['api', 'Create', ...as, '--data', JSON.stringify({ AbEntry: { Data: company } })])
  const note = { Type: 'Company', CompanyName: 'Löwenzahn Übersetzungen', ExternalKeys: [{ Source: 'ERP', Key: '7' }] }
  clientele(['api', 'Create', ...as, '--data', JSON.stringify({ AbEntry: { Data: note } })])
}

const encoded = (value: unknown): unknown =>
  typeof value === 'bigint'
    ? { n: String(value) }
    : value instanceof Uint8Array
      ? { b: Buffer.from(value).toString('base64') }
      : value

try {
  fill()
  const store = new DatabaseSync(path, { readOnly: true })
  const lines = [JSON.stringify({ version })]
  for (const { name, columns, primaryKey } of tables) {
    const names = columns.map(column => column.name)
    const list = names.map(column => `"${column}"`).join(', ')
    const order = primaryKey.map(column => `"${column}"`).join(', ')
    const read = store.prepare(`SELECT ${list} FROM "${name}" ORDER BY ${order}`)
    read.setReadBigInts(true)
    const rows = read.all().map(row => names.map(column => encoded(row[column])))
    if (rows.length > 0) lines.push(JSON.stringify({ table: name, columns: names, rows }))
  }
  store.close()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${version}.store.jsonl.gz`)
  writeFileSync(file, gzipSync(lines.join('\n'), { level: 9 }))
  console.log(`The rows of ${lines.length - 1} tables of ${version} are in ${file}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
