// Records the tables of a release, against which later releases are tested: `npm run record-schema -- 0.2.0`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { tables } from '../src/app.ts'
import { release } from '../src/storage/schema/migrations.ts'

const [version = '', folder = resolve(import.meta.dirname, '../test/contract/released')] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the version: npm run record-schema -- 0.2.0')
const file = resolve(folder, `${version}.jsonl`)
const lines = [{ version, number: release.number }, ...tables].map(line => JSON.stringify(line))
mkdirSync(folder, { recursive: true })
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${tables.length} tables of ${version} are in ${file}`)
