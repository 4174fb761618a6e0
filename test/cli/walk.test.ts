// Walks every command of the catalogue with --help, with bad input and with --json, on both engines.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type CommandSpec, isFamily } from '../../src/cli/command.ts'
import { catalogue } from '../../src/cli/program.ts'
import { wireName } from '../../src/config/settings.ts'
import type { CliResult } from '../support/cli.ts'
import { lineJson, runBatch, runLine } from '../support/cli-batch.ts'
import { eachEngine } from '../support/engines.ts'

interface Listed {
  readonly name: string
  readonly args: readonly string[]
  readonly spec: CommandSpec
}

/** Every command with its words, such as `user create`, and its arguments. */
const commands: Listed[] = catalogue
  .flatMap(entry =>
    isFamily(entry) ? entry.commands.map(spec => ({ family: `${entry.name} `, spec })) : [{ family: '', spec: entry }],
  )
  .map(({ family, spec }) => {
    const [word = '', ...args] = spec.name.split(' ')
    return { name: family + word, args, spec }
  })

interface Failed {
  readonly error: { readonly message: string; readonly problems: { readonly message: string }[] }
}

const failureOf = ({ stdout }: CliResult): Failed['error'] => (JSON.parse(stdout) as Failed).error
const required = ({ spec }: Listed) => (spec.flags ?? []).filter(flag => flag.required)
const longName = (flag: string): string => flag.slice(flag.indexOf('--')).split(' ', 1)[0] as string

const folder = mkdtempSync(join(tmpdir(), 'clientele-walk-'))
after(() => rmSync(folder, { recursive: true }))

describe('every command', () => {
  let helps: CliResult[] = []
  let unknown: CliResult[] = []
  let missing: CliResult[] = []
  before(async () => {
    const lines = (more: (command: Listed) => string[]) => commands.map(c => [...c.name.split(' '), ...more(c)])
    helps = await runBatch(
      lines(() => ['--help']),
      folder,
    )
    unknown = await runBatch(
      lines(() => ['--no-such-flag', '--json']),
      folder,
    )
    const short = commands.filter(command => required(command).length > 0)
    missing = await runBatch(
      short.map(({ name, args }) => [...name.split(' '), ...args, '--json']),
      folder,
    )
  })

  test('shows help with what is required, the defaults, and examples, within 80 columns', () => {
    for (const [i, { name, args, spec }] of commands.entries()) {
      const { status, stdout, stderr } = helps[i] as CliResult
      assert.deepEqual([status, stderr], [0, ''], name)
      const required = (spec.flags ?? []).filter(flag => flag.required).map(({ flag }) => `${flag} `)
      assert.ok(
        stdout
          .replace(/\s+/g, ' ')
          .startsWith(`Usage: clientele ${[name, ...args, ''].join(' ')}${required.join('')}[options]`),
        stdout,
      )
      assert.ok(!stdout.includes('preset'), name)
      const text = stdout.replace(/\s+/g, ' ')
      for (const { flag, about, required: must, default: fallback } of spec.flags ?? []) {
        const told = text.slice(text.indexOf(` ${flag} `, text.indexOf('Options: ')))
        const end = told.indexOf(about)
        assert.ok(text.includes(flag) && end > 0, `${name} ${flag}`)
        if (must) assert.match(told.slice(end + about.length), /^ \(required/, `${name} ${flag}`)
        if (fallback !== undefined) assert.ok(told.includes(`default: ${fallback}`), `${name} ${flag}`)
      }
      assert.ok(text.includes('--store <value>') && text.includes('--json') && text.includes('Examples: clientele '))
      const [, ...lines] = stdout.slice(0, stdout.indexOf('Examples:')).split('\n')
      for (const line of lines) assert.ok(line.length <= 80, `${name}: ${line}`)
    }
  })

  test('tells a misspelt flag, and all that is missing, as text and as JSON', () => {
    for (const [i, { name }] of commands.entries()) {
      const result = unknown[i] as CliResult
      assert.equal(result.status, 2, name)
      assert.match(failureOf(result).message, /^Unknown option '--no-such-flag'\./)
      const flags = commands[i]?.spec.flags ?? []
      const few = (commands[i]?.spec.settings ?? []).length + flags.length < 8
      if (few) for (const { flag } of flags) assert.ok(failureOf(result).message.includes(longName(flag)), name)
      assert.ok(result.stderr.includes(`"clientele ${name} --help" shows what there is.`), result.stderr)
    }
    const short = commands.filter(command => required(command).length > 0)
    for (const [i, command] of short.entries()) {
      const result = missing[i] as CliResult
      assert.equal(result.status, 2, command.name)
      const message = `Missing: ${required(command)
        .map(({ flag }) => flag)
        .join(', ')}.`
      assert.deepEqual(failureOf(result).problems, [{ message }])
      assert.ok(result.stderr.startsWith(message))
    }
  })

  test('has examples that are command lines of the catalogue', () => {
    for (const { name, spec } of commands) {
      assert.ok(spec.examples.length > 0, name)
      for (const example of spec.examples) {
        const known = commands.find(other => `${example} `.startsWith(`${other.name} `))
        const flags = (known?.spec.flags ?? []).map(({ flag }) => longName(flag))
        const all = [...flags, ...(known?.spec.settings ?? []).map(setting => `--${wireName(setting)}`), '--json']
        for (const [, flag = ''] of example.matchAll(/\s(--[a-z0-9-]+)/g)) assert.ok(all.includes(flag), example)
      }
    }
  })
})

/** Commands that make a store, or need none. */
const storeless = new Set(
  'serve, test-server, service install, service uninstall, upgrade, migrate, database create, settings, doctor, completion, restore, backup, mcp'.split(
    ', ',
  ),
)
const asksForSecret = (name: string): boolean => name === 'user set-password'
const onStore = commands.filter(({ name }) => !storeless.has(name) && !asksForSecret(name))

const values: Readonly<Record<string, string>> = {
  '--entries': '1',
  '--data': '{}',
  '--scope': 'data',
  '--forward-to': 'http://localhost:1',
}

/** Flags that a command needs when it is for a store, and not for a server elsewhere. */
const forStore: Readonly<Record<string, readonly string[]>> = { 'webhook listen': ['--database', '--user'] }

/** A complete command line in which every name is unknown. */
const filled = (command: Listed, database: string): string[] => [
  ...command.name.split(' '),
  ...command.args.map(() => (command.name === 'api' ? 'Read' : 'nowhere')),
  ...[...required(command).map(({ flag }) => longName(flag)), ...(forStore[command.name] ?? [])].flatMap(flag => [
    flag,
    values[flag] ?? (flag === '--database' ? database : 'x'),
  ]),
]

/** Commands that do not fail when every name but the database's is unknown. */
const withoutNames = new Set(
  'group create, group list, user create, user list, app create, app list, token list, sso set, sso show, sso test, sso remove, api, types, export, duplicates, bin list, bin purge, seed, database list, reindex'.split(
    ', ',
  ),
)

eachEngine('every command', (engine, fresh) => {
  const secret = { cwd: folder, input: 'a secret that is long\n' }
  const setPassword = ['user', 'set-password', '--uid', 'x', '--json']

  test('but serve, migrate and database create makes no store', async () => {
    const store = ['--store', engine === 'sqlite' ? `sqlite:${join(folder, 'typo', 'clientele.db')}` : fresh.url()]
    const lines = onStore.map(command => [...filled(command, 'nowhere'), '--json', ...store])
    const results = await runBatch(lines, folder)
    results.push(await runLine([...setPassword, '--database', 'nowhere', ...store], secret))
    for (const [i, result] of results.entries()) {
      const line = `${lines[i]?.join(' ')}: ${result.stdout}`
      assert.equal(result.status, 1, line)
      assert.match(failureOf(result).message, /^There is no store at /, line)
    }
    const looks = [['migrate', '--dry-run'], ['doctor'], ['backup', 'x.db']].map(line => [...line, '--json', ...store])
    const [plan] = await runBatch(looks, folder)
    assert.ok(JSON.parse(plan?.stdout ?? '').pending.includes('create table database'))
    assert.deepEqual(readdirSync(folder), [], 'no folder and no file was made')
  })

  test('fails on a name that does not exist, in the words of the flags', async () => {
    const store = ['--store', fresh.url()]
    await lineJson(['database', 'create', 'acme', ...store], { cwd: folder })
    const named = onStore.filter(({ name }) => !withoutNames.has(name))
    const lines = named.map(command => [...filled(command, 'acme'), '--json', ...store])
    const results = await runBatch(lines, folder)
    lines.push([...setPassword, '--database', 'acme', ...store])
    results.push(await runLine(lines.at(-1) ?? [], secret))
    for (const [i, result] of results.entries()) {
      const line = `${lines[i]?.join(' ')}: ${result.stdout}${result.stderr}`
      assert.ok(result.status === 1 || result.status === 2, line)
      const { message } = failureOf(result)
      assert.match(
        message,
        /^(There is no (user|enabled user|group|application|token|database) (x|nowhere)|No enabled user|--key: x)/,
        line,
      )
      assert.ok(result.stderr.startsWith(message), line)
    }
    assert.ok(results.some(({ stderr }) => stderr.startsWith('There is no user x in acme;')))
  })
})
