// Tests the flags of the import command that say how rows find records.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lineJson, runLine } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'

eachEngine('flags of the import command', (_, fresh) => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-import-flags-'))
  after(() => rmSync(folder, { recursive: true }))
  test('--match and --unidentified replace what the mapping says', async () => {
    const line = (...args: string[]) => [...args, '--store', fresh.url()]
    await lineJson(line('database', 'create', 'acme'))
    const user = ['--uid', 'ANN', '--email', 'ann@acme.example', '--name', 'Ann Lee', '--password-stdin']
    await lineJson(line('user', 'create', '--database', 'acme', ...user), { input: 'correct horse\n' })
    const file = join(folder, 'rows.csv')
    writeFileSync(file, 'Company,Email\nMill,mill@acme.example\nNameless,\n')
    const map = join(folder, 'map.json')
    const columns = { Company: 'CompanyName', Email: 'Email' }
    writeFileSync(map, JSON.stringify({ columns, match: ['Email'], unidentified: 'reject' }))
    const command = line('import', file, '--database', 'acme', '--user', 'ANN', '--entity', 'AbEntry', '--plan')
    const planned = async (...flags: string[]) => {
      const { create = 0, reject = 0 } = (await lineJson<Json>([...command, ...flags])).planCounts
      return [create, reject]
    }
    assert.deepEqual(await planned('--match', 'Email'), [2, 0])
    assert.deepEqual(await planned('--match', 'Email', '--unidentified', 'reject'), [1, 1])
    assert.deepEqual(await planned('--map', map), [1, 1])
    assert.deepEqual(await planned('--map', map, '--unidentified', 'create'), [2, 0])
    assert.match((await runLine([...command, '--unidentified', 'reject'])).stderr, /--match names the fields/)
    assert.match((await runLine([...command, '--unidentified', 'drop'])).stderr, /create/)
    writeFileSync(file, 'First name,Last name,Company\nAda,Byron,New Mill\n')
    assert.deepEqual(await planned(), [1, 0], 'the companies of people are created')
  })
})
