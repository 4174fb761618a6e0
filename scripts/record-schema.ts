// Records the tables of a release, against which later releases are tested: `npm run record-schema -- 0.2.0`.
import { writeFileSync } from 'node:fs'
import { tables } from '../src/app.ts'
import { release } from '../src/storage/migrations.ts'

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the version: npm run record-schema -- 0.2.0')
const file = new URL(`../test/contract/released/${version}.jsonl`, import.meta.url)
const lines = [{ version, number: release.number }, ...tables].map(line => JSON.stringify(line))
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${tables.length} tables of ${version} are in test/contract/released/${version}.jsonl`)
