// Follows the tutorial "Test your integration" as it is printed, from a checkout to a passing test, with the Node of the machine.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { cleanEnv, olderNode, root } from '../support/cli.ts'

const execute = promisify(execFile)
const page = readFileSync(join(root, 'docs/tutorials/test-your-integration.md'), 'utf8')
const fences = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, text = '']) => ({ kind, text }))
const commands = fences.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
const files = fences.filter(({ kind }) => kind === 'js').map(({ text }) => text)
const folder = mkdtempSync(join(tmpdir(), 'clientele-tutorial-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('from a checkout to a passing OAuth integration test', async () => {
  const [get = '', make = '', run = ''] = commands
  assert.deepEqual([commands.length, files.length], [3, 2])
  // This checkout, whose dependencies are installed, stands for the clone.
  assert.match(get, /^git clone \S+ ?\S*\n\(cd clientele && npm ci\)\n$/)
  symlinkSync(root, join(folder, 'clientele'))
  const node = olderNode() ?? process.execPath
  const { NODE_TEST_CONTEXT: _ofThisRun, ...env } = cleanEnv({
    PATH: `${dirname(node)}:${process.env.PATH}`,
    npm_config_offline: 'true',
  })
  await execute('sh', ['-ec', make], { cwd: folder, env })
  const project = join(folder, 'my-integration')
  for (const text of files) writeFileSync(join(project, /^\/\/ (\S+)\n/.exec(text)?.[1] ?? ''), text)
  const { stdout } = await execute('sh', ['-ec', run], { cwd: project, env }).catch((e: { stdout: string }) => e)
  assert.match(stdout, /(#|ℹ) pass 3\n/, stdout)
})
