// Statements on declared tables are checked by the compiler: a misspelt name does not reach a running server.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { root } from '../support/cli.ts'

const copy = mkdtempSync(join(tmpdir(), 'clientele-typed-'))
before(() => {
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
after(() => rmSync(copy, { recursive: true }))

/** Type-checks one file of the copy with what it imports; gives what the compiler says. */
function check(path: string): string {
  const config = {
    extends: './tsconfig.json',
    include: [path],
    compilerOptions: { typeRoots: [join(root, 'node_modules', '@types')] },
  }
  writeFileSync(join(copy, 'tsconfig.one.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', join(copy, 'tsconfig.one.json')], {
    cwd: copy,
    encoding: 'utf8',
  })
  return stdout
}

function misspell(path: string, right: string, wrong: string): void {
  const file = join(copy, path)
  const text = readFileSync(file, 'utf8')
  assert.ok(text.includes(right), `${path} has ${right}`)
  writeFileSync(file, text.replace(right, wrong))
}

test('the product compiles as it is, and not with a misspelt column or table', () => {
  const path = 'src/sign-in/statements.ts'
  assert.equal(check(path), '')
  misspell(path, "'code_expires', '>'", "'code_expiry', '>'")
  assert.match(check(path), /^src\/sign-in\/statements\.ts.*code_expiry/m)
  misspell(path, "'code_expiry', '>'", "'code_expires', '>'")
  misspell(path, "updateTable('sign_in_attempt')", "updateTable('sign_in_attempts')")
  assert.match(check(path), /^src\/sign-in\/statements\.ts.*sign_in_attempts/m)
})

test('a column that is renamed in the declaration is an error at every statement that uses it', () => {
  misspell('src/oauth/tables.ts', "column('revoked', 'integer')", "column('ended', 'integer')")
  assert.match(check('src/oauth/statements.ts'), /^src\/oauth\/statements\.ts.*revoked/m)
})

/** These build statements on tables that are derived at run time, or on whichever table is declared to them. */
const dynamic = [
  'src/model/match-keys.ts',
  'src/model/reindex.ts',
  'src/operations/rows/row-statements.ts',
  'src/operations/system/clear-database.ts',
  'src/operations/system/occurrence-writer.ts',
  'src/options/in-use.ts',
  'src/query/plan/begin-plan.ts',
]

test('only what works on derived tables builds statements without types', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
  const users = files.filter(path => /\bdynamic(Builder|Statement)\b/.test(readFileSync(join(root, path), 'utf8')))
  assert.deepEqual(users.filter(path => !path.startsWith('src/storage/')).sort(), dynamic)
})
