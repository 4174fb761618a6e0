// Executes the worked examples of CONTRIBUTING.md in a copy of the repository.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { root, type ServingChild, serveChild } from './support/cli.ts'
import { lineJson } from './support/cli-batch.ts'
import type { Json } from './support/crm.ts'
import { eachEngine } from './support/engines.ts'

const copy = mkdtempSync(join(tmpdir(), 'clientele-contributing-'))
after(() => rmSync(copy, { recursive: true }))

const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const [fieldSnippet = '', entitySnippet = ''] = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(match => match[1])

/** What the guide tells to do, and nothing else. */
function follow(): void {
  for (const name of [
    'src',
    'scripts',
    'packages',
    'test/support',
    'bin',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const file = join(copy, 'src', 'entities', 'ab-entry.ts')
  const lines = readFileSync(file, 'utf8').split('\n')
  const below = lines.findIndex(line => line.startsWith('    Website:'))
  assert.ok(below > 0)
  lines.splice(below + 1, 0, fieldSnippet.trimEnd())
  writeFileSync(file, lines.join('\n'))
  writeFileSync(join(copy, 'src', 'entities', 'asset.ts'), entitySnippet)
}

before(follow)

test('the snippets are well typed', () => {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const config = {
    extends: './tsconfig.json',
    include: ['src/entities/**/*.ts'],
    compilerOptions: { typeRoots: [join(root, 'node_modules', '@types')] },
  }
  writeFileSync(join(copy, 'tsconfig.entities.json'), JSON.stringify(config))
  execFileSync(process.execPath, [compiler, '-p', join(copy, 'tsconfig.entities.json')], { stdio: 'pipe' })
})

test('the reference shows the field and the entity', () => {
  // Each page with examples takes a database; test/docs/examples.test.ts runs the examples of all pages.
  const pages = ['entities.md', 'entities/ab-entry.md', 'entities/asset.md'].map(name => `docs/reference/${name}`)
  const script = join(copy, 'scripts', 'docs.ts')
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...pages])
  const page = (name: string) => readFileSync(join(copy, 'docs', 'reference', name), 'utf8')
  assert.match(page('entities/ab-entry.md'), /^\| `LinkedIn` \| `StringField` \| yes \|.*Profile on LinkedIn\./m)
  assert.match(page('entities.md'), /\[Asset\]\(entities\/asset\.md\)/)
  assert.match(page('entities/asset.md'), /^\| `SerialNumber` \|/m)
  assert.match(page('entities/asset.md'), /"Key": "<asset-1>"/)
})

eachEngine('the examples', (_engine, fresh) => {
  let server: ServingChild
  let token = ''
  const call = async (operation: string, body: Json): Promise<Json> => {
    const headers = { authorization: `Bearer ${token}` }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${server.url}/api/${operation}`, request)).json()
  }
  before(async () => {
    // The store is made by the repository as it is, so that the copy finds one that knows nothing of the examples.
    const store = ['--store', fresh.url()]
    await lineJson(['database', 'create', 'acme', ...store])
    await lineJson([
      'user',
      'create',
      '--database',
      'acme',
      '--uid',
      'ANN',
      '--email',
      'a@b.example',
      '--admin',
      ...store,
    ])
    ;({ token } = await lineJson<{ token: string }>([
      'token',
      'create',
      '--database',
      'acme',
      '--user',
      'ANN',
      '--name',
      'test',
      ...store,
    ]))
    server = await serveChild([...store, '--data-dir', copy, '--log-level', 'silent'], { root: copy })
  })
  after(() => server?.close())

  test('the field is stored, checked, read, searched, and in Schema', async () => {
    const LinkedIn = 'https://www.linkedin.example/in/Zoë'
    const made = await call('Create', { AbEntry: { Data: { Type: 'Company', CompanyName: 'Acme', LinkedIn } } })
    assert.equal(made.Code, 0, JSON.stringify(made))
    const read = await call('Read', {
      AbEntry: {
        Scope: { Fields: { LinkedIn: 1 } },
        Criteria: { SearchQuery: { LinkedIn: { $LIKE: '%IN/ZOE' } } },
        OrderBy: { Fields: [{ LinkedIn: 'ASC' }] },
      },
    })
    assert.deepEqual(read.AbEntry?.Data, [{ LinkedIn }], JSON.stringify(read))
    const long = await call('Create', { AbEntry: { Data: { CompanyName: 'x', LinkedIn: 'x'.repeat(201) } } })
    assert.deepEqual([long.Code, long.Errors[0].Path], [-1, 'AbEntry.Data.LinkedIn'])
    const schema = await call('Read', {
      Schema: { Scope: { Fields: 1 }, Criteria: { SearchQuery: { Key: { $TREE: '/AbEntry' } } } },
      Compatibility: { SchemaObject: '1.0' },
    })
    const row = schema.Schema.Data.find((found: Json) => found.Key === '/AbEntry/LinkedIn')
    assert.deepEqual([row?.Type, row?.Assignable], ['StringField', true])
  })

  test('the entity has its table, checks, operations, history and Schema rows', async () => {
    const company = await call('Create', { AbEntry: { Data: { CompanyName: 'Mill' } } })
    const AbEntryKey = company.AbEntry.Data.Key
    const nameless = await call('Create', { Asset: { Data: { AbEntryKey } } })
    assert.deepEqual(
      nameless.Errors.map((problem: Json) => problem.Path),
      ['Asset.Data.Name'],
    )
    const data = { Name: 'Press', SerialNumber: 'P-77', AbEntryKey, BoughtOn: '2026-03-01', Price: 1200.5 }
    const made = await call('Create', { Asset: { Data: data } })
    assert.equal(made.Code, 0, JSON.stringify(made))
    const { Key } = made.Asset.Data
    const changed = await call('Update', { Asset: { Data: { Key, Price: 1300 } } })
    assert.equal(changed.Code, 0, JSON.stringify(changed))
    const read = await call('Read', {
      Asset: {
        Scope: { Fields: { Name: 1, Price: 1, AbEntry: { CompanyName: 1 } } },
        Criteria: { SearchQuery: { $PHRASE: 'pre' } },
      },
    })
    assert.deepEqual(read.Asset?.Data, [{ Name: 'Press', Price: 1300, AbEntry: { CompanyName: 'Mill' } }])
    const history = await call('Read', {
      History: { Scope: { Fields: { Operation: 1 } }, Criteria: { SearchQuery: { ParentKey: { $EQ: Key } } } },
    })
    const operations = history.History.Data.map((row: Json) => row.Operation)
    assert.deepEqual(operations.sort(), ['Create', 'Update'])
    const schema = await call('Read', {
      Schema: { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: { Key: { $TREE: '/Asset' } } } },
      Compatibility: { SchemaObject: '1.0' },
    })
    const keys = schema.Schema.Data.map((row: Json) => row.Key)
    assert.ok(keys.includes('/Asset/SerialNumber'), keys.join(' '))
    assert.equal((await call('Delete', { Asset: { Data: { Key } } })).Code, 0)
  })
})
