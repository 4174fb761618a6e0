// Tests `clientele types`: the types of a database with its user-defined fields and options, and the check of a file.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { root, runCli } from '../support/cli.ts'
import { runBatch, runLine } from '../support/cli-batch.ts'
import { compile } from '../support/compile.ts'
import { type Crm, drivers, eachCrm, type Json } from '../support/crm.ts'

const clientSource = join(root, 'packages', 'client', 'src', 'index.ts')

/** Written by the command. */
const model = './crm-model.ts'

const typed = `import { connect, personalToken } from '${clientSource}'
import type { CrmModel, CrmModelOptions } from '${model}'
const crm = connect<CrmModel>({ url: process.env.CRM_URL ?? '', auth: personalToken(process.env.CRM_TOKEN ?? '') })
`

const program = `${typed}
const level: CrmModelOptions['AbEntry.Udf/$TYPEID(1)'] = '2'
const { Key } = await crm.create('AbEntry', {
  Type: 'Company',
  CompanyName: 'Typed',
  Category: ['1'],
  'Udf/$NAME(Level)': level,
  'Udf/$TAG(note)': 'a "note"',
  'Udf/$NAME(Regions)': ['1', '2'],
  'Udf/$TYPEID(4)': 12.5,
})
const where = { 'Udf/$NAME(Level)': { $IN: ['1', '2'] }, 'Udf/$TAG(note)': { $LIKE: 'a%' } } as const
const row = await crm
  .read('AbEntry', { 'Udf/$NAME(Level)': { Key: 1, Value: 1 }, 'Udf/$TYPEID(2)': 1, 'Udf/$NAME(Regions)': 1 }, { where })
  .first()
const note: string | null | undefined = row?.['Udf/$TYPEID(2)']
const regions: readonly ('1' | '2' | '3')[] | null | undefined = row?.['Udf/$NAME(Regions)']
const one: '1' | '2' | null | undefined = row?.['Udf/$NAME(Level)']?.[0]?.Key
const contact = { 'Parent/Udf/$NAME(Level)': '2' } as const
await crm.read('AbEntry', { Parent: { 'Udf/$NAME(Level)': 1 } }, { where: contact, orderBy: [{ 'Udf/$TAG(note)': 'ASC' }] }).all()
await crm.update('AbEntry', { Key, 'Udf/$NAME(It\\'s "odd")': true, 'Udf/$NAME(Level)': null })
console.log(JSON.stringify([note, regions, one]))
`

const mistakes = `${typed}
// @ts-expect-error A misspelt user-defined field is not selected.
crm.read('AbEntry', { 'Udf/$NAME(Levl)': 1 })
// @ts-expect-error A misspelt user-defined field is not searched.
crm.read('AbEntry', { Key: 1 }, { where: { 'Udf/$NAME(Levl)': '1' } })
// @ts-expect-error Nor in a record that the field refers to.
crm.read('AbEntry', { Key: 1 }, { where: { 'Parent/Udf/$NAME(Levl)': '1' } })
// @ts-expect-error A misspelt user-defined field is not sorted by.
crm.read('AbEntry', { Key: 1 }, { orderBy: [{ 'Udf/$NAME(Levl)': 'ASC' }] })
// @ts-expect-error A misspelt user-defined field is not written.
crm.create('AbEntry', { Type: 'Company', 'Udf/$NAME(Levl)': '1' })
// @ts-expect-error An unknown option is not written.
crm.create('AbEntry', { Type: 'Company', 'Udf/$NAME(Level)': '9' })
// @ts-expect-error An unknown option of a built-in field is not written.
crm.create('AbEntry', { Type: 'Company', Category: ['99'] })
// @ts-expect-error An unknown option is not searched.
crm.read('AbEntry', { Key: 1 }, { where: { 'Udf/$NAME(Level)': { $IN: ['1', '9'] } } })
// @ts-expect-error A number has no pattern.
crm.read('AbEntry', { Key: 1 }, { where: { 'Udf/$TYPEID(4)': { $LIKE: '1%' } } })
// @ts-expect-error A number is not written as a flag.
crm.create('AbEntry', { Type: 'Company', 'Udf/$TYPEID(4)': true })
// @ts-expect-error The field is defined for entries alone.
crm.read('Opportunity', { 'Udf/$NAME(Level)': 1 })
`

eachCrm('the types of a database', crm => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-types-'))
  const file = join(folder, 'crm-model.ts')
  after(() => rmSync(folder, { recursive: true, force: true }))
  const define = (Name: string, data: Json) =>
    crm().ok('Create', { Schema: { Data: { Key: '/AbEntry/Udf', Name, ...data } } })
  const remote = (...args: string[]) =>
    runLine(['types', '--url', crm().server.url, ...args], { env: { CLIENTELE_TOKEN: crm().user.token } })
  const local = (...args: string[]) => runLine(['types', '--store', crm().server.settings.store, ...args])
  const enumerated = 'EnumField<StringItem>'
  before(async () => {
    await define('Level', { Type: enumerated, Items: [{ Value: 'Silver' }, { Value: 'Gold' }] })
    await define('Note */ of things', { Type: 'StringField', TAG: 'note' })
    const Items = [{ Value: 'North' }, { Value: 'South\nWest' }, { Value: "L'Est // \u2028 x" }]
    await define('Regions', { Type: enumerated, Attributes: { MultiSelect: true }, Items })
    await define('Discount', { Type: 'NumericField' })
    await define(`It's "odd"`, { Type: 'BooleanField' })
    await define('Empty list', { Type: enumerated })
  })

  test('a server and a store give the same file', async () => {
    const asked = await remote('--out', file)
    assert.deepEqual([asked.status, asked.stderr, asked.stdout], [0, '', `Wrote ${file}.\n`])
    const read = await local('--database', 'acme')
    assert.equal(read.stderr, '')
    assert.equal(read.stdout, readFileSync(file, 'utf8'))
    assert.match(read.stdout, / {2}\| '2' \/\/ Gold\n/)
    const listed = await local('--json')
    assert.equal((JSON.parse(listed.stdout) as { types: string }).types, read.stdout)
  })

  test('the client takes it: fields and options are typed, what is misspelt does not compile, and answers have these types', async () => {
    await fill(crm())
    writeFileSync(join(folder, 'program.mts'), program)
    writeFileSync(join(folder, 'mistakes.mts'), mistakes)
    writeFileSync(join(folder, 'answers.mts'), await answersAs(readFileSync(file, 'utf8'), crm()))
    assert.equal(await compile(folder, 'program.mts', 'mistakes.mts', 'answers.mts'), '')
    const env = { CRM_URL: crm().server.url, CRM_TOKEN: crm().admin.token }
    const { stdout, stderr } = await runProgram(join(folder, 'program.mts'), env)
    assert.equal(stdout, '["a \\"note\\"",["1","2"],"2"]\n', stderr)
  })

  test('--check is quiet while the file is current, and lists what has changed', async () => {
    const good = await remote('--out', file, '--check')
    assert.deepEqual([good.status, good.stdout], [0, `${file} is current.\n`])
    await define('Since', { Type: 'DateTimeField' })
    await crm().ok('Update', {
      Schema: { Data: { Key: '/AbEntry/Udf/$TYPEID(1)', Items: [{ Key: '1', Value: 'Silver' }, { Value: 'Bronze' }] } },
    })
    await crm().ok('Delete', { Schema: { Data: { Key: '/AbEntry/Udf/$TYPEID(4)' } } })
    const stale = await remote('--out', file, '--check')
    assert.equal(stale.status, 1)
    assert.equal(
      stale.stdout,
      `${file} is out of date:
  - AbEntry.Udf/$TYPEID(4)
  - AbEntry.Udf/$NAME(Discount)
  + AbEntry.Udf/$TYPEID(7)
  + AbEntry.Udf/$NAME(Since)
  Options of AbEntry.Udf/$TYPEID(1): - '2' Gold, + '3' Bronze
Run the command again without --check to renew it.
`,
    )
    const told = JSON.parse((await local('--out', file, '--check', '--json')).stdout) as Json
    assert.deepEqual([told.current, told.changes.length], [false, 5])
    assert.equal((await local('--out', join(folder, 'none.ts'), '--check')).status, 1)
    assert.equal((await local('--out', file)).status, 0)
    assert.equal((await remote('--out', file, '--check')).status, 0)
  })

  test('what is missing or wrong is named', async () => {
    const { url } = crm().server
    const file = (name: string, text = '') => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const [empty, wrong, right] = [file('empty'), file('wrong', 'x\n'), file('right', `${crm().user.token}\n`)]
    const store = ['--store', crm().server.settings.store]
    const cases: [RegExp, string[]][] = [
      [/^2 .*--out/, [...store, '--check']],
      [/^2 --token-file belongs to --url/, [...store, '--token-file', right]],
      [/^1 There is no database acmee.*acme/, [...store, '--database', 'acmee']],
      [/^2 .*CLIENTELE_TOKEN.*--token-file/, ['--url', url]],
      [/^2 .*CLIENTELE_TOKEN.*--token-file/, ['--url', url, '--token-file', empty]],
      [/^2 --url is the address/, ['--url', 'crm', '--token-file', right]],
      [/^2 --database belongs to a store/, ['--url', url, '--token-file', right, '--database', 'acme']],
      [/^1 --token-file: .*cannot be read/, ['--url', url, '--token-file', join(folder, 'none')]],
      [/^1 The server does not accept the token/, ['--url', url, '--token-file', wrong]],
      [/^1 .*cannot be reached/, ['--url', 'http://127.0.0.1:9', '--token-file', right]],
      [/^1 There is no Clientele/, ['--url', `${url}/other`, '--token-file', right]],
      [/^1 --out: .*cannot be written/, ['--url', url, '--token-file', right, '--out', join(folder, 'no', 'x.ts')]],
    ]
    const results = await runBatch(
      cases.map(([, args]) => ['types', ...args]),
      folder,
    )
    for (const [i, [expected]] of cases.entries()) assert.match(`${results[i]?.status} ${results[i]?.stderr}`, expected)
  })
})

const runProgram = (path: string, env: Record<string, string>) => runCli([], { env, script: path, root: '/' })

/** Records that have a value in most fields. */
async function fill(crm: Crm): Promise<void> {
  const seeded = await runLine(['seed', '--store', crm.server.settings.store, '--database', 'acme', '--entries', '40'])
  assert.equal(seeded.status, 0, seeded.stderr)
}

/** A program that gives the answers of the server as values of the types. */
async function answersAs(types: string, crm: Crm): Promise<string> {
  const [, body = ''] = types.split('export interface CrmModel {')
  const parts: string[] = []
  const entries = await crm.ok('Read', { AbEntry: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {} } } })
  const keys = entries.AbEntry.Data.map(({ Key }: { Key: string }) => Key)
  /** Conditions without which an entity is not read. */
  const needed: Record<string, object> = {
    ColumnSetup: { EntityType: 1 },
    Interaction: { AbEntryKey: { $IN: keys } },
    History: { ParentKey: { $IN: keys } },
  }
  for (const [, entity = '', fields = ''] of body.matchAll(
    /^ {2}(\w+): \{\n.*\n {4}fields: \{\n((?: {6}.*\n)*) {4}\}/gm,
  )) {
    const names = [...fields.matchAll(/^ {6}(?:'(.*)'|(\w+)): F<(?!never)/gm)].map(([, quoted, plain]) =>
      (quoted ?? plain ?? '').replaceAll("\\'", "'"),
    )
    const selector = Object.fromEntries(names.map(name => [name, 1]))
    const answer = await crm.ok('Read', {
      [entity]: { Scope: { Fields: selector }, Criteria: { SearchQuery: needed[entity] ?? {}, Top: 40 } },
      Configuration: drivers,
    })
    const type = `SelectedOf<CrmModel, '${entity}', ${JSON.stringify(selector)}>`
    parts.push(`export const ${entity}: readonly ${type}[] = ${JSON.stringify(answer[entity].Data)}`)
  }
  return `import type { SelectedOf } from '${clientSource}'\nimport type { CrmModel } from '${model}'\n${parts.join('\n')}\n`
}
