// Executes the examples of the README and of the first tutorial.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { cleanEnv, root, type ServingChild, serveChild } from './support/cli.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'clientele-readme-'))
const store = `sqlite:${join(folder, 'clientele.db')}`

/** The commands of a page's shell blocks, each with its continuation lines. */
function commandsOf(page: string): string[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    match => match[1] as string,
  )
  return blocks
    .flatMap(block => block.split(/\n(?=(?:curl|bin\/clientele|printf|npm|TOKEN)\b)/))
    .map(text => text.trim())
}

/** `Code` of each answer that a page shows; what else an answer says is compared in test/docs. */
const documentedCodes = (page: string): number[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^ *"Code": (-?\d+)/gm)].map(match => Number(match[1]))

const readme = commandsOf('README.md')
const tutorial = commandsOf('docs/tutorials/first-steps.md')

describe('examples', () => {
  let server: ServingChild
  let token = ''
  const shell = async (command: string): Promise<string> => {
    const env = cleanEnv({
      CLIENTELE_STORE: store,
      TOKEN: token,
      PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
    })
    const text = command.replaceAll('http://localhost:8080', server.url)
    // Standard input is for the one command that asks for a password.
    return (await run('sh', ['-c', `printf 'a long password' | ${text}`], { env, cwd: root })).stdout
  }
  before(async () => {
    server = await serveChild(['--store', store, '--mail', `file:${join(folder, 'outbox')}`])
  })
  after(async () => {
    process.kill(server.pid, 'SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true })
  })

  test('the commands of "Running it for real" make a database, a user and an application', async () => {
    const commands = readme.filter(command => /^bin\/clientele (database|user|app)/.test(command))
    assert.equal(commands.length, 3)
    for (const command of commands) await shell(command)
  })

  test('the commands of the tutorial make another database, its user and a token', async () => {
    const commands = tutorial.filter(command => /bin\/clientele (database|user|token)/.test(command))
    assert.equal(commands.length, 3)
    await shell(commands[0] as string)
    await shell(commands[1] as string)
    const { token: made } = JSON.parse(await shell(`${commands[2]} --json`)) as { token: string }
    assert.match(made, /^clp_/)
    token = made
  })

  test('every curl line is one that curl understands, and answers as the page says', async () => {
    const lines = [...readme, ...tutorial].filter(command => command.startsWith('curl'))
    const codes: number[] = []
    for (const line of lines) codes.push(JSON.parse(await shell(line.replace(/^curl/, 'curl -sS'))).Code)
    assert.deepEqual(codes, [...documentedCodes('README.md'), ...documentedCodes('docs/tutorials/first-steps.md')])
  })
})
