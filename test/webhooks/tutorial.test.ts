// Runs the commands of the webhook tutorial as they are printed there, against a demo and the tutorial's own receiver.
import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { cleanEnv, root, runCli, serveChild, startCli } from '../support/cli.ts'
import { eachMigrated } from '../support/engines.ts'
import { startReceiver } from '../support/receiver.ts'

const page = readFileSync(join(root, 'docs/tutorials/receive-webhooks.md'), 'utf8')
const fences = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code ?? '')

/** The arguments of each command of the page, in its order. */
const commands = fences('sh')
  .flatMap(text => text.trim().split('\n'))
  .map(line =>
    line
      .replace(/^bin\/clientele /, '')
      .replace(/ < .*$/, '')
      .split(' '),
  )

const linesOf = (child: ChildProcessWithoutNullStreams) =>
  createInterface({ input: child.stdout })[Symbol.asyncIterator]()

eachMigrated('the webhook tutorial', (_engine, fresh) => {
  test('listen needs no user, and a target on this machine gets what is triggered and written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clientele-tutorial-'))
    const env = { CLIENTELE_STORE: fresh.url(), CLIENTELE_DATA_DIR: folder }
    const server = await serveChild(['--demo'], { env })
    const { token } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
    const program = join(folder, 'receiver.mjs')
    writeFileSync(program, fences('js')[0] ?? '')
    const free = await startReceiver()
    const { port } = new URL(free.url)
    free.close()
    const receive = (secret: string) =>
      spawn(process.execPath, [program], { env: { ...cleanEnv(), SECRET: secret, PORT: port } })
    const write = async (CompanyName: string) => {
      const body = JSON.stringify({ AbEntry: { Data: { Type: 'Company', CompanyName } } })
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}/api/Create`, { method: 'POST', headers, body })
      return ((await answer.json()) as { AbEntry: { Data: { Key: string } } }).AbEntry.Data.Key
    }
    const [listen, elsewhere, create, trigger] = commands.map(args =>
      args.map(arg =>
        arg.replace('127.0.0.1:3000', `127.0.0.1:${port}`).replace('https://crm.example.com', server.url),
      ),
    ) as [string[], string[], string[], string[]]
    assert.equal(commands.length, 4)

    for (const [args, input] of [
      [listen, ''],
      [elsewhere, `${token}\n`],
    ] as const) {
      const child = startCli(args, { env })
      child.stdin.end(input)
      const said = linesOf(child)
      await said.next()
      const secret = String((await said.next()).value).replace('Secret: ', '')
      const program = receive(secret)
      const printed = linesOf(program)
      assert.equal((await printed.next()).value, `ready ${port}`)
      const key = await write('Listened Ltd')
      assert.ok(String((await printed.next()).value).startsWith(`abentry.created ${key}`))
      program.kill()
      child.kill('SIGINT')
      assert.deepEqual(await once(child, 'close'), [0, null])
    }

    const made = await runCli(create, { env })
    assert.equal(made.status, 0, made.stderr)
    const [, id = '', secret = ''] = /^Target (\w+) sends to .*\n(whsec_\S+)/.exec(made.stdout) ?? []
    const running = receive(secret)
    const printed = linesOf(running)
    assert.equal((await printed.next()).value, `ready ${port}`)
    const triggered = await runCli(
      trigger.map(arg => (arg === 'ID' ? id : arg)),
      { env },
    )
    assert.equal(triggered.status, 0, triggered.stdout + triggered.stderr)
    assert.match(String((await printed.next()).value), /^abentry\.updated /)
    const key = await write('Delivered Ltd')
    assert.ok(String((await printed.next()).value).startsWith(`abentry.created ${key}`))
    running.kill()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
