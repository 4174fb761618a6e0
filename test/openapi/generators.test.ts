// Generates clients from the OpenAPI document with two tools, and compiles the generated code under strict rules.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { root } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'

const run = promisify(execFile)
const modules = join(root, 'node_modules')
/** Both tools use the API of TypeScript, which the version that checks this repository does not have any more. */
const env = { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'test/openapi/typescript-api.mjs'))}` }

const strict = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  moduleResolution: 'nodenext',
  allowImportingTsExtensions: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
}

/** A program that uses the code that both tools have generated. */
const made = { types: './types.ts', client: './client/index.ts' }
const program = `import type { components, paths } from '${made.types}'
import { abEntryRead } from '${made.client}'

type ReadBody = paths['/api/AbEntryRead']['post']['requestBody']['content']['application/json']
export const body: ReadBody = {
  AbEntry: {
    Scope: { Fields: { Key: 1, FullName: 1, Address: { City: 1 } } },
    Criteria: { SearchQuery: { Type: { $EQ: 'Company' }, $OR: [{ CompanyName: { $LIKE: 'A%' } }] }, Top: 5 },
  },
}
export const status: components['schemas']['OpportunityStatusOption'] = 3
// @ts-expect-error There is no such option.
export const wrong: components['schemas']['OpportunityStatusOption'] = 77
export const size: components['schemas']['AbEntryUdfTYPEID1Option'] = '1'
// @ts-expect-error A mandatory field is missing.
export const nothing: components['schemas']['OpportunityCreate'] = { AbEntryKey: 'x' }

export async function names(): Promise<unknown[]> {
  const { data } = await abEntryRead({
    body: { AbEntry: { Scope: { Fields: { FullName: 1 } }, Criteria: { SearchQuery: { Lead: true } } } },
  })
  if (data?.Code !== 0) throw new Error(data?.Msg.join(' '))
  return (data.AbEntry.Data ?? []).map(record => record.FullName)
}
`

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'clientele-openapi-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('openapi-typescript and @hey-api/openapi-ts make clients that compile', async () => {
  const crm = await startCrm({ engine: 'sqlite' })
  try {
    const Items = [{ Value: 'Small' }, { Value: 'Large' }]
    await crm.create('Schema', { Name: 'Size', Type: 'EnumField<StringItem>', AppliesTo: ['Company'], Items })
    const headers = { authorization: `Bearer ${crm.user.token}` }
    const answer = await fetch(`${crm.server.url}/api/openapi.json`, { headers })
    writeFileSync(join(folder, 'openapi.json'), await answer.text())
  } finally {
    await crm.close()
  }
  const tool = (path: string, ...args: string[]) =>
    run(process.execPath, [join(modules, path), ...args], { cwd: folder, env })
  await Promise.all([
    tool('openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'types.ts'),
    tool('@hey-api/openapi-ts/bin/run.js', '--input', 'openapi.json', '--output', 'client', '--no-log-file'),
  ])
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, include: ['program.ts'] }))
  const { stdout } = await run(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', folder]).catch(
    error => error,
  )
  assert.equal(stdout, '')
})
