// Runs the long tests one after the other, whatever fails, and writes a table of what each of them did.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './root.mjs'

/** The commands in their order, each with the sizes of its short form. Those that scripts/run.mjs does not have are left out. */
const shortSizes = {
  faults: { CLIENTELE_KILLS: '1' },
  events: { CLIENTELE_EVENTS: 'short' },
  fuzz: {
    CLIENTELE_FUZZ_CASES: '800',
    CLIENTELE_FUZZ_WORLDS: '2',
    CLIENTELE_FUZZ_REQUESTS: '300',
    CLIENTELE_IMPORT_FILES: '200',
    CLIENTELE_IMPORT_PLANS: '12',
  },
  soak: {
    CLIENTELE_SOAK_CONNECTIONS: '50',
    CLIENTELE_SOAK_SECONDS: '6',
    CLIENTELE_TOKEN_PROCESSES: '4',
    CLIENTELE_TOKEN_ROUNDS: '6',
  },
  budget: { CLIENTELE_BUDGET: 'short' },
  // They have no sizes yet, so that their short form is the whole.
  simulate: {},
  power: {},
}

const page = join(root, 'docs', 'explanations', 'reliability.md')
const [begin, end] = ['<!-- torture -->\n', '<!-- end of torture -->']

/** `tasks` are those of scripts/run.mjs. Gives the status: 1 if anything has failed. */
export async function torture(tasks, args) {
  const { short, only } = optionsOf(args)
  const known = Object.keys(shortSizes).filter(name => name in tasks)
  const unknown = (only ?? []).filter(name => !known.includes(name))
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are ${known.join(', ')}.`)
  const names = only ?? known
  const at = commit()
  const results = []
  for (const name of names) {
    const env = { ...process.env, ...(short ? shortSizes[name] : {}) }
    results.push(await runPart(name, process.execPath, [join(root, 'scripts/run.mjs'), name], { env }))
    console.log(`\n${tableOf(results, at)}\n`)
  }
  const whole = !short && only === undefined
  console.log(`The table is in ${keep(tableOf(results, at), whole)}.`)
  return results.every(({ failures }) => failures.length === 0) ? 0 : 1
}

function optionsOf(args) {
  const only = args.find(arg => arg.startsWith('--only='))?.slice('--only='.length)
  const strange = args.filter(arg => arg !== '--short' && !arg.startsWith('--only='))
  if (strange.length > 0)
    throw new Error(`npm run torture takes --short and --only=NAME,NAME, not ${strange.join(' ')}.`)
  return { short: args.includes('--short'), only: only?.split(',').filter(Boolean) }
}

/** A full run of all parts renews the table of the document; any other one leaves it alone. */
function keep(table, whole) {
  if (!whole) {
    const file = join(tmpdir(), 'clientele-torture.md')
    writeFileSync(file, `${table}\n`)
    return file
  }
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split(begin)
  writeFileSync(page, `${before}${begin}\n${table}\n\n${end}${rest.split(end)[1]}`)
  return page
}

/** Runs a command to its end, shows what it prints, and collects figures and failures. */
export async function runPart(name, program, args, { env = process.env, show = console.log } = {}) {
  const started = performance.now()
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const forward = signal => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const ended = new Promise(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', (status, signal) => resolve(status ?? signal))
  })
  const collected = collector()
  await Promise.all(
    [child.stdout, child.stderr].map(async stream => {
      for await (const line of createInterface({ input: stream })) {
        show(line)
        collected.line(line)
      }
    }),
  )
  const status = await ended
  for (const signal of signals) process.off(signal, forward)
  return { name, minutes: (performance.now() - started) / 60_000, ...collected.result(status) }
}

const figureHead = '| test | measure | figure |'

/** Reads the output of Node's test runner, and the tables that the tests print. */
function collector() {
  const engines = new Set()
  const counts = { tests: 0, pass: 0, fail: 0, cancelled: 0 }
  const figures = new Map()
  const failures = new Set()
  let measured = 0
  let isFigures = false
  /** The last line of a table, which is a head if a line of dashes follows. */
  let row = null
  const addRow = () => {
    const [first = '', what, figure] =
      row
        ?.split('|')
        .slice(1, -1)
        .map(cell => cell.trim()) ?? []
    if (row !== null && isFigures) figures.set(first, [...(figures.get(first) ?? []), `${what} ${figure}`])
    else if (['sqlite', 'postgres'].includes(first)) measured++
    row = null
  }
  const ofTable = line => {
    if (line.startsWith('|---')) {
      isFigures = row === figureHead
      row = null
      return
    }
    addRow()
    if (line.startsWith('|')) row = line
    else isFigures = false
  }
  return {
    line: line => {
      for (const [engine] of line.matchAll(/\b(sqlite|postgres)\b/g)) engines.add(engine)
      const [, name, count] = /^ℹ (tests|pass|fail|cancelled) (\d+)$/.exec(line) ?? []
      if (name) counts[name] += Number(count)
      const [, failed] = /^\s*✖ (.*?)(?: \([\d.]+ms\))?$/.exec(line) ?? []
      if (failed && failed !== 'failing tests:') failures.add(failed)
      ofTable(line)
    },
    result: status => {
      addRow()
      const did = counts.tests > 0 ? [`${counts.pass} of ${counts.tests} tests passed`] : []
      if (measured > 0) did.push(`${measured} measurements`)
      for (const [title, some] of figures) did.push(`${title}: ${some.join(', ')}`)
      if (status !== 0 && failures.size === 0) failures.add(`ended with ${status}`)
      return { engines: [...engines].sort(), did: did.join('; '), failures: [...failures], status }
    },
  }
}

export function tableOf(results, at) {
  const rows = results.map(({ name, engines, did, failures, minutes }) => {
    const failed = failures.length === 0 ? 'none' : `${failures.length}: ${failures.join('; ')}`
    const cells = [`\`npm run ${name}\``, engines.join(', '), did, failed, minutes.toFixed(1), at]
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return [
    '| Command | Engines | What it did | Failures | Minutes | Commit |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** The commit that is tested, with a mark if files differ from it. */
function commit() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  return `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${isChanged ? ' and changes' : ''}`
}
