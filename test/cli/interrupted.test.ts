// Interrupts commands with Ctrl-C in the middle of their work: the next run goes on.
import assert from 'node:assert/strict'
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Database, listDatabases } from '../../src/accounts/databases.ts'
import { systemClock } from '../../src/base/clock.ts'
import { loadSettings } from '../../src/config/load.ts'
import { findDuplicates } from '../../src/operations/duplicates/duplicates.ts'
import { merge } from '../../src/operations/merge/merge.ts'
import { systemContext } from '../../src/operations/system/system-context.ts'
import { startCli } from '../support/cli.ts'
import { lineJson, runLine } from '../support/cli-batch.ts'
import type { Json } from '../support/crm.ts'
import { eachEngine } from '../support/engines.ts'
import { until } from '../support/until.ts'

const entries = 2_000
/** An import writes a few hundred of them at once. */
const rows = 3_000
/** An erasure removes 500 of them in a transaction. */
const calls = 1_500

eachEngine('commands that are interrupted', (_, fresh) => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-interrupted-'))
  after(() => rmSync(folder, { recursive: true }))
  const line = (args: readonly string[]) => [...args, '--database', 'acme', '--store', fresh.url()]

  /** Runs the command until it has come so far, presses Ctrl-C, and gives what it says; null when it was done before. */
  async function interrupted(args: readonly string[], isUnderWay: () => boolean | Promise<boolean>) {
    const child = startCli(line(args))
    let said = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      said += text
    })
    const ended = new Promise<number | null>(resolve => child.on('close', resolve))
    await until(async () => child.exitCode !== null || (await isUnderWay()), 'The work')
    child.kill('SIGINT')
    const status = await ended
    if (status === 0) return null
    assert.equal(status, 1, said)
    return said
  }

  before(async () => {
    await lineJson(['database', 'create', 'acme', '--store', fresh.url()])
    await lineJson(line(['seed', '--entries', String(entries)]))
  })

  test('an export goes on behind the last page that was written', async () => {
    const whole = join(folder, 'whole.csv')
    await lineJson(line(['export', whole]))
    const expected = readFileSync(whole, 'utf8')
    assert.ok(!existsSync(`${whole}.part`) && !existsSync(`${whole}.state`))

    const file = join(folder, 'stopped.csv')
    const said = await until(() => {
      rmSync(file, { force: true })
      return interrupted(['export', file], () => existsSync(`${file}.state`))
    }, 'An interruption in the middle')
    assert.match(said, /The same command goes on/)
    const { bytes } = JSON.parse(readFileSync(`${file}.state`, 'utf8'))
    assert.ok(bytes > 0 && bytes < Buffer.byteLength(expected) && !existsSync(file))
    const copies = ['moved.csv', 'other.csv'].map(name => join(folder, name))
    for (const copy of copies)
      for (const ending of ['part', 'state']) copyFileSync(`${file}.${ending}`, `${copy}.${ending}`)

    appendFileSync(`${file}.part`, 'a line that was not written to its end')
    const { resumed } = await lineJson<Json>(line(['export', file]))
    assert.ok(resumed)
    assert.equal(readFileSync(file, 'utf8'), expected)
    assert.ok(!existsSync(`${file}.part`) && !existsSync(`${file}.state`))

    const [moved = '', other = ''] = copies
    const state = JSON.parse(readFileSync(`${moved}.state`, 'utf8'))
    state.position.pageKey = 'damaged'
    writeFileSync(`${moved}.state`, JSON.stringify(state))
    assert.match((await runLine(line(['export', moved]))).stderr, /begins again/)
    assert.equal(readFileSync(moved, 'utf8'), expected)
    const fields = await lineJson<Json>(line(['export', other, '--field', 'Key']))
    assert.ok(!fields.resumed, 'an export of other fields does not go on with this file')
    assert.equal(readFileSync(other, 'utf8').split('\r\n').length, expected.split('\r\n').length)
    assert.ok(!existsSync(`${other}.part`) && !existsSync(`${other}.state`))
  })
  test('an export of a workbook begins again', async () => {
    const file = join(folder, 'stopped.xlsx')
    const said = await interrupted(['export', file], () => existsSync(`${file}.part`))
    assert.match(said ?? '', /stopped\.xlsx was not written/)
    assert.ok(!existsSync(file) && !existsSync(`${file}.part`) && !existsSync(`${file}.state`))
  })
  test('an import writes each row once', async () => {
    const user = ['user', 'create', '--uid', 'ANN', '--email', 'ann@acme.example', '--name', 'Ann Lee']
    await lineJson(line([...user, '--password-stdin']), { input: 'correct horse\n' })
    const names = Array.from({ length: rows }, (_, i) => `row${i}@interrupted.example`)
    const [file, map, found] = ['rows.csv', 'map.json', 'found.ndjson'].map(name => join(folder, name)) as [
      ...[string, string, string],
    ]
    writeFileSync(file, `Name,Mail\n${names.map((mail, i) => `Row ${i},${mail}`).join('\n')}\n`)
    writeFileSync(map, JSON.stringify({ columns: { Name: 'CompanyName', Mail: 'Email' } }))
    const written = async (): Promise<string[]> => {
      const query = ['--query', '{"Email": {"$LIKE": "%@interrupted.example"}}']
      await lineJson(line(['export', found, '--field', 'Email', '--field', 'Version', ...query]))
      return readFileSync(found, 'utf8').split('\n').slice(0, -1)
    }
    const command = ['import', file, '--user', 'ANN', '--entity', 'AbEntry', '--map', map, '--yes']
    const said = await interrupted(command, async () => (await written()).length > 0)
    assert.match(said ?? '', /The same command goes on/)
    const before = (await written()).length
    assert.ok(before > 0 && before < rows, `${before} rows`)
    const { status, stdout, stderr } = await runLine(line([...command, '--json']))
    assert.equal(status, 0, stderr)
    assert.match(stderr, /Going on with the import .* which is committing/)
    const done = JSON.parse(stdout)
    assert.deepEqual([done.status, done.counts.create], ['committed', rows])
    const expected = names.map(Email => JSON.stringify({ Email, Version: 1 }))
    assert.deepEqual((await written()).sort(), expected.sort())
  })

  const key = async (entity: string, Data: Json): Promise<string> => {
    const body = JSON.stringify({ [entity]: { Data } })
    return (await lineJson<Json>(line(['api', 'Create', '-d', body])))[entity].Data.Key
  }
  const individual = (LastName: string) => key('AbEntry', { Type: 'Individual', LastName })

  test('an erasure goes on with the records that are left', async () => {
    let person = ''
    const left = async (): Promise<number> => {
      const SearchQuery = { AbEntries: { $EQ: person } }
      const body = JSON.stringify({ Interaction: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery } } })
      return (await lineJson<Json>(line(['api', 'Read', '-d', body]))).Interaction.Data.length
    }
    let attempt = 0
    const said = await until(async () => {
      person = await individual(`Busy ${attempt++}`)
      for (let from = 0; from < calls; from += 500) {
        const Data = Array.from({ length: 500 }, (_, i) => ({
          ...{ AbEntries: [person], Type: '60001', Subject: `Call ${from + i}` },
        }))
        await lineJson(line(['api', 'Create', '-d', JSON.stringify({ Interaction: { Data } })]))
      }
      return interrupted(['erase', '--key', person, '--yes'], async () => (await left()) < calls)
    }, 'An interruption in the middle')
    assert.match(said, /Interrupted: the same command goes on/)
    const rest = await left()
    assert.ok(rest > 0 && rest < calls && rest % 500 === 0, `${rest} interactions`)
    const { Erased } = await lineJson<Json>(line(['erase', '--key', person, '--yes']))
    assert.deepEqual(Erased, { AbEntry: 1, Interaction: rest })
    assert.match((await runLine(line(['erase', '--key', person, '--yes']))).stderr, /no such AbEntry/)
  })

  test('a merge says how far it is, and writes nothing when it is interrupted', async () => {
    const keys = [await individual('Twin'), await individual('Twin'), await individual('Twin')]
    const store = await fresh.open()
    const [database] = await listDatabases(store)
    const settings = loadSettings({ flags: {} }).values
    const context = await systemContext({ store, clock: systemClock, settings }, database as Database)
    const entity = context.catalog.model.entity('AbEntry')
    const of = (content: Json) => ({ entity, member: 'AbEntry', log: false, content })
    const merging = of({ Data: { Key: keys[0], From: keys.slice(1) } })
    const stop = new AbortController()
    const steps: string[] = []
    const gone = () => stop.signal
    const onProgress = (done: number, total: number) => {
      steps.push(`${done} of ${total}`)
      if (done === 1) stop.abort(new Error('interrupted'))
    }
    await assert.rejects(merge(merging, { ...context, gone, onProgress }, null), /interrupted/)
    assert.deepEqual(steps, ['0 of 2', '1 of 2'])
    await assert.rejects(findDuplicates(of({}), { ...context, gone }), /interrupted/)
    steps.length = 0
    await merge(merging, { ...context, onProgress: (done, total) => steps.push(`${done} of ${total}`) }, null)
    assert.deepEqual(steps, ['0 of 2', '1 of 2', '2 of 2'], 'the records were there still')
  })
})
