// Tests the commands that export records, list and merge duplicates, and erase persons.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { lineJson, runLine } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'

eachEngine('commands about persons', (_, fresh) => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-persons-'))
  after(() => rmSync(folder, { recursive: true }))
  const own = () => ['--database', 'acme', '--store', fresh.url()]
  const run = (...args: string[]) => runLine([...args, ...own()])
  const json = (...args: string[]) => lineJson<Json>([...args, ...own()])
  const create = async (Data: Json): Promise<string> =>
    (await json('api', 'Create', '-d', JSON.stringify({ AbEntry: { Data } }))).AbEntry.Data.Key
  const person = (LastName: string, Email: string) => create({ Type: 'Individual', FirstName: 'Ada', LastName, Email })
  let [one, two, three] = ['', '', '']
  before(async () => {
    await lineJson(['database', 'create', 'acme', '--store', fresh.url()])
    one = await person('Byron', 'ada@byron.example')
    two = await person('Byron', 'ADA@byron.example')
    three = await person('Other', 'other@byron.example')
  })

  test('duplicates lists the groups with names and keys', async () => {
    const { groups } = await json('duplicates')
    assert.deepEqual(
      groups.map(({ Keys }: Json) => Keys.toSorted()),
      [[one, two].sort()],
    )
    const { stdout } = await run('duplicates')
    assert.match(stdout, /Email.*Ada Byron/)
    assert.ok(stdout.includes(two))
  })

  test('export writes a file of the format of its ending, and none when it fails', async () => {
    const file = join(folder, 'people.csv')
    const { bytes } = await json('export', file, '--field', 'LastName', '--field', 'Email')
    const text = readFileSync(file, 'utf8')
    assert.equal(Buffer.byteLength(text), bytes)
    assert.deepEqual(
      text.trim().split('\r\n').sort(),
      ['Byron,ADA@byron.example', 'Byron,ada@byron.example', 'LastName,Email', 'Other,other@byron.example'].sort(),
    )
    const query = ['--query', '{"LastName": {"$EQ": "Other"}}']
    const lines = join(folder, 'other.ndjson')
    assert.equal((await run('export', lines, '--field', 'Key', ...query)).status, 0)
    assert.deepEqual(JSON.parse(readFileSync(lines, 'utf8')), { Key: three })
    const wrong = join(folder, 'wrong.csv')
    for (const [args, message] of [
      [['--field', 'LastNam'], /LastName/],
      [['--query', '{'], /--query is not JSON/],
      [['--entity', 'Person'], /./],
    ] as const) {
      const { status, stderr } = await run('export', wrong, ...args)
      assert.notEqual(status, 0)
      assert.match(stderr, message)
    }
    assert.match((await run('export', join(folder, 'no', 'folder.csv'), '--field', 'Key')).stderr, /cannot be written/)
    assert.match((await run('export', join(folder, 'noending'))).stderr, /--format/)
    assert.ok(!existsSync(wrong) && !existsSync(`${wrong}.part`))
  })

  test('merge and erase ask first, then do what the operation does', async () => {
    assert.match((await run('merge', '--key', one, '--from', two)).stderr, /Nothing was done; --yes/)
    assert.deepEqual((await json('merge', '--key', one, '--from', two, '--yes')).Merged, [two])
    assert.match((await run('duplicates')).stdout, /no likely duplicates/)
    assert.match((await run('erase', '--key', one)).stderr, /Nothing was done; --yes/)
    assert.deepEqual((await json('erase', '--key', two, '--yes')).Erased, { AbEntry: 2 }, 'an alias means its record')
    assert.match((await run('erase', '--key', one, '--yes')).stderr, /no such AbEntry/)
    assert.match((await run('erase', '--key', 'x', '--yes')).stderr, /not the key/)
    const read = JSON.stringify({ AbEntry: { Scope: { Fields: { LastName: 1 } }, Criteria: { SearchQuery: {} } } })
    assert.deepEqual((await json('api', 'Read', '-d', read)).AbEntry.Data, [{ LastName: 'Other' }])
  })
})
