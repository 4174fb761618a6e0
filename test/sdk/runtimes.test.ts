// Runs the packed client against a real server in every runtime that the machine has: Node, an older Node, Deno, Bun, Chromium.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { olderNode, root } from '../support/cli.ts'
import { type Crm, startCrm } from '../support/crm.ts'
import { linkPackage } from '../support/packages.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { readmeProgram } from './readme.ts'

const execute = promisify(execFile)

const expected = (name: string) => ({
  names: [`${name} 0`, `${name} 1`, `${name} 2`],
  copied: [true, 3],
  bytes: 'some bytes',
  errors: [true, true, 'BadSignature'],
  event: true,
  challenge: 43,
})

const main = `import * as core from '@clientele/client'
import * as exported from '@clientele/client/export'
import * as feed from '@clientele/client/feed'
import * as webhooks from '@clientele/client/webhooks'
import './exercise.js'
const { CRM_URL: url, CRM_TOKEN: token, CRM_NAME: name } = process.env
console.log(JSON.stringify(await exercise({ ...core, ...exported, ...feed, ...webhooks }, { url, token, name })))
process.exit(0)
`

const page = `<!doctype html><title>test</title><script type="module">
import * as core from '/dist/index.js'
import * as exported from '/dist/export.js'
import * as feed from '/dist/feed.js'
import * as webhooks from '/dist/webhooks.js'
import '/exercise.js'
window.sdk = { ...core, ...exported, ...feed, ...webhooks }
</script>`

/** Commands that run a program, by runtime; what the machine has not got is left out. */
const found = (name: string, command: string, ...args: string[]): [string, string[]][] =>
  spawnSync(command, ['--version']).status === 0 ? [[name, [command, ...args]]] : []
const older = olderNode()
const runtimes: [string, string[]][] = [
  ['this Node', [process.execPath]],
  ...(older ? [['an older Node', [older]] as [string, string[]]] : []),
  ...found('Deno', 'deno', 'run', '--allow-net', '--allow-env', '--allow-read', '--node-modules-dir=manual'),
  ...found('Bun', 'bun', 'run'),
]

describe('the client package in', { timeout: 300_000 }, () => {
  let crm: Crm
  const folder = mkdtempSync(join(tmpdir(), 'clientele-runtimes-'))
  let files: Server
  before(async () => {
    crm = await startCrm({ engine: 'sqlite' })
    writeFileSync(join(folder, 'package.json'), '{"name":"runtimes","private":true,"type":"module"}')
    linkPackage('client', folder)
    copyFileSync(join(root, 'test', 'sdk', 'exercise.js'), join(folder, 'exercise.js'))
    writeFileSync(join(folder, 'main.mjs'), main)
    writeFileSync(join(folder, 'readme.mjs'), readmeProgram('run'))
    files = await serveFiles(folder)
  })
  after(async () => {
    files?.close()
    await crm?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const envOf = (name: string) => ({ CRM_URL: crm.server.url, CRM_TOKEN: crm.admin.token, CRM_NAME: name })

  for (const [name, [command = '', ...args]] of runtimes) {
    test(name, async () => {
      const options = { cwd: folder, env: { ...process.env, ...envOf(name) } }
      const { stdout } = await execute(command, [...args, 'main.mjs'], options)
      assert.deepEqual(JSON.parse(stdout), expected(name))
      const shown = await execute(command, [...args, 'readme.mjs'], options)
      assert.match(shown.stdout, /^Lakeside Bakery Ltd Bern$/m)
    })
  }

  test('Chromium, from another origin', async () => {
    const tab = await (await sharedBrowser()).newPage()
    await tab.goto(`http://localhost:${(files.address() as AddressInfo).port}/`)
    await tab.waitForFunction('window.sdk !== undefined')
    const options = JSON.stringify({ url: crm.server.url, token: crm.admin.token, name: 'Chromium' })
    assert.deepEqual(await tab.evaluate(`exercise(sdk, ${options})`), expected('Chromium'))
    await tab.close()
  })
})

/** The page of the test, and the package as a browser loads it without a bundler. */
function serveFiles(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const [type, text] =
      path === '/'
        ? ['text/html', page]
        : path.startsWith('/dist/')
          ? ['text/javascript', readFileSync(join(folder, 'node_modules', '@clientele', 'client', path))]
          : ['text/javascript', readFileSync(join(folder, 'exercise.js'))]
    response.writeHead(200, { 'content-type': type }).end(text)
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}
