// Tests both packages as npm packs them, in an empty project: they install, their types check, and a program runs with them.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { cleanEnv, olderNode, root } from '../support/cli.ts'
import { packPackage } from '../support/packages.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'clientele-testing-'))
const env = cleanEnv({ CLIENTELE_BIN: join(root, 'bin', 'clientele') })

before(() => {
  const files = ['client', 'testing'].map(name => `./${packPackage(name, folder)}`)
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', ...files], { cwd: folder })
})
after(() => rmSync(folder, { recursive: true, force: true }))

const program = `import { connect, exchangeCode, memoryStore, newProofKey, pair } from '@clientele/client'
import { startClientele } from '@clientele/testing'
const crm = await startClientele({ clock: '2026-01-05T09:00:00Z' })
const { clientId, clientSecret, redirectUri } = await crm.application()
const application = { authUrl: crm.auth, clientId, clientSecret: clientSecret ?? '', redirectUri }
const { verifier, challenge } = await newProofKey()
const { code } = await crm.signIn({ clientId, redirectUri }, { as: 'BEN', challenge })
const store = memoryStore(await exchangeCode(application, { code, verifier }))
const client = connect({ url: crm.url, auth: pair(store, application) })
await crm.faults.add({ on: 'Create', do: 'lose-answer' })
const { Key } = await client.create('AbEntry', { Type: 'Company', CompanyName: 'Packed' })
await crm.clock.advance('11m')
const read = await client.get('AbEntry', Key, { CompanyName: 1, Creator: { Uid: 1 } })
const sent = await crm.requests.matching({ path: '/api/Create' })
console.log(read?.CompanyName, read?.Creator?.Uid, sent.map(one => one.delivered).join())
await crm.close()
`

test('both install without other packages, and a program runs with them, in process and as a child of an older Node', async () => {
  assert.deepEqual(readdirSync(join(folder, 'node_modules')).sort(), ['.package-lock.json', '@clientele'])
  writeFileSync(join(folder, 'program.mjs'), program)
  const older = olderNode()
  for (const node of older === null ? [process.execPath] : [process.execPath, older]) {
    const { stdout } = await execute(node, ['program.mjs'], { cwd: folder, env })
    assert.equal(stdout, 'Packed BEN none,whole\n', node)
  }
})

test('without a server the program says how to get one', async () => {
  writeFileSync(
    join(folder, 'alone.mjs'),
    "import { startClientele } from '@clientele/testing'\nawait startClientele()\n",
  )
  const run = (more: Record<string, string>) =>
    execute(process.execPath, ['alone.mjs'], { cwd: folder, env: cleanEnv(more) }).then(
      () => assert.fail('it ran'),
      (error: { stderr: string }) => error.stderr,
    )
  assert.match(await run({}), /server was not found. Do one of these:\n- install the package of the server/)
  assert.match(
    await run({ CLIENTELE_BIN: '/nowhere/clientele' }),
    /There is no Clientele server at \/nowhere\/clientele/,
  )
})

test('its types check in strict mode, and refuse a fault that does not exist', () => {
  const check = (file: string, text: string) => {
    writeFileSync(join(folder, file), text)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')]
    const strict = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', ...types]
    execFileSync(process.execPath, [tsc, ...strict, file], { cwd: folder, encoding: 'utf8' })
  }
  check('good.ts', `${program}export async function f() { await using c = await startClientele(); return c.url }\n`)
  assert.throws(
    () => check('bad.ts', program.replace("'lose-answer'", "'loose-answer'")),
    (error: { stdout?: string }) => /loose-answer/.test(error.stdout ?? ''),
  )
  assert.ok(existsSync(join(folder, 'node_modules', '@clientele', 'testing', 'README.md')))
})
