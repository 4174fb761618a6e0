// Tests the packed client in an empty project: it installs, its types check, it runs, and it is small.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { root } from '../support/cli.ts'
import { type Crm, startCrm } from '../support/crm.ts'

/** The most that a browser loads: everything but the sub-paths. */
const mostBytes = 10_000

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'clientele-package-'))
const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' })
let crm: Crm
before(async () => {
  crm = await startCrm({ engine: 'sqlite' })
  const source = join(root, 'packages', 'client')
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
  })
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}')
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${packed.trim().split('\n').at(-1)}`])
})
after(async () => {
  await crm.close()
  rmSync(folder, { recursive: true, force: true })
})

const program = `import { connect, personalToken } from '@clientele/client'
import { fileStore } from '@clientele/client/node'
import { verifyWebhook } from '@clientele/client/webhooks'
import { follow } from '@clientele/client/feed'
const crm = connect({ url: process.env.CRM_URL ?? '', auth: personalToken(process.env.CRM_TOKEN ?? '') })
const { Key } = await crm.create('AbEntry', { Type: 'Company', CompanyName: 'Packed' })
const read = await crm.get('AbEntry', Key, { CompanyName: 1, Creator: { Uid: 1 } })
console.log(read?.CompanyName, read?.Creator?.Uid, typeof fileStore, typeof verifyWebhook, typeof follow)
`

test('the package installs without others, and a program runs with it', async () => {
  writeFileSync(join(folder, 'program.mjs'), program)
  const env = { ...process.env, CRM_URL: crm.server.url, CRM_TOKEN: crm.admin.token }
  // The server is in this process, so nothing here waits for the program without letting the server run.
  const { stdout } = await execute(process.execPath, ['program.mjs'], { cwd: folder, env })
  assert.equal(stdout, 'Packed MASTER function function function\n')
  assert.deepEqual(readdirSync(join(folder, 'node_modules')).sort(), ['.package-lock.json', '@clientele'])
})

test('its types check in strict mode, and refuse what the model does not have', () => {
  writeFileSync(join(folder, 'good.ts'), program)
  writeFileSync(
    join(folder, 'bad.ts'),
    "import type { NewRecord, Model } from '@clientele/client'\nexport const a: NewRecord<Model, 'AbEntry'> = { Type: 'Company', CompanyNam: 'x' }\n",
  )
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const check = (file: string) =>
    run(process.execPath, [
      tsc,
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'node_modules', '@types'),
      file,
    ])
  check('good.ts')
  assert.throws(
    () => check('bad.ts'),
    (error: { stdout?: string }) => /CompanyNam/.test(error.stdout ?? ''),
  )
})

test('what a browser loads is small', () => {
  const dist = join(folder, 'node_modules', '@clientele', 'client', 'dist')
  const subPaths = ['node.js', 'webhooks.js', 'feed.js']
  const core = readdirSync(dist).filter(name => name.endsWith('.js') && !subPaths.includes(name))
  const bytes = gzipSync(core.map(name => readFileSync(join(dist, name), 'utf8')).join('\n')).length
  assert.ok(bytes < mostBytes, `${bytes} bytes`)
})
