// npm run bench -- --executed: counts the files, functions and lines of source that one warm by-key Read executes.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandOf, flags } from './children.ts'
import { asUser, keyFields } from './requests.ts'

const entries = 1000
const warmUps = 2000
/** What every one of these requests executes is counted: timers that happen to fire beside one of them are not. */
const measured = 20
const settleMs = 300

/** The functions of a file with the lines that were executed, by the name of the file. */
type Executed = Map<string, { functions: Set<string>; lines: Set<number> }>

/** Measures the checkout in the folder, which may be another than the one this file is in. */
export async function printExecuted(checkout: string): Promise<void> {
  const root = resolve(checkout)
  const data = mkdtempSync(join(tmpdir(), 'clientele-executed-'))
  const store = `sqlite:${join(data, 'store.db')}`
  const token = seed(root, store)
  const server = start(root, store)
  server.stderr?.resume()
  try {
    const url = await new Promise<string>((done, fail) => {
      let text = ''
      server.stdout?.on('data', chunk => {
        text += chunk
        const found = /"url"\s*:\s*"([^"]+)"/.exec(text)
        if (found) done(found[1] as string)
      })
      server.once('exit', () => fail(new Error(`the server has ended: ${text}`)))
    })
    const runs = await measure(server, url, token)
    report(root, runs.map(scripts => executedOf(root, scripts)).reduce(inBoth))
  } finally {
    server.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

function seed(root: string, store: string): string {
  const command = commandOf(join(root, 'bin/clientele'), store)
  const inDatabase = ['--database', 'bench']
  command(['database', 'create', 'bench'])
  const who = ['--uid', 'JOE', '--email', 'joe@bench.example', '--name', 'Joe Bench', '--password-stdin']
  command(['user', 'create', ...inDatabase, ...who], 'a password for the bench')
  command(['seed', ...inDatabase, '--entries', String(entries)])
  return command(['token', 'create', ...inDatabase, '--user', 'JOE', '--name', 'bench']).token as string
}

function start(root: string, store: string): ChildProcess {
  const settings = ['--store', store, '--host', '127.0.0.1', '--port', '0', '--mail', 'file:/dev/null', '--json']
  const probe = fileURLToPath(new URL('./coverage-probe.ts', import.meta.url))
  return fork(join(root, 'bin/clientele'), ['serve', ...settings], {
    // Optimized code does not count the functions that it has inlined.
    execArgv: [...flags, '--no-opt', '--no-maglev', '--import', probe],
    // Code from the cache has no counters.
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

async function measure(server: ChildProcess, url: string, token: string): Promise<Profiler.ScriptCoverage[][]> {
  const ask = async (content: object) => {
    const body = JSON.stringify({ AbEntry: content })
    const answer = await fetch(`${url}/api/Read`, { method: 'POST', headers: asUser(token), body })
    const read = (await answer.json()) as { Code: number; AbEntry: { Data: { Key: string }[] } }
    if (read.Code !== 0 || read.AbEntry.Data.length === 0) throw new Error(JSON.stringify(read))
    return read.AbEntry.Data.map(({ Key }) => Key)
  }
  const coverage = async () => {
    const taken = new Promise<Profiler.ScriptCoverage[]>(done => server.once('message', done as () => void))
    server.send('take')
    return taken
  }
  // A request is over when its line is in the log, which may be after its answer.
  const logged = () => new Promise<unknown>(done => server.stderr?.once('data', done))
  const settled = () => new Promise(done => setTimeout(done, settleMs * (1 + Math.random())))
  const keys = await ask({ Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery: {}, Top: 100 } })
  const byKey = (i: number) =>
    ask({ Scope: { Fields: keyFields }, Criteria: { SearchQuery: { Key: { $EQ: keys[i % keys.length] } } } })
  for (let i = 0; i < warmUps; i++) await byKey(i)
  const runs: Profiler.ScriptCoverage[][] = []
  for (let i = 0; i < measured; i++) {
    await settled()
    await coverage()
    await Promise.all([logged(), byKey(i)])
    runs.push(await coverage())
  }
  return runs
}

function executedOf(root: string, scripts: readonly Profiler.ScriptCoverage[]): Executed {
  const executed: Executed = new Map()
  for (const { url, functions } of scripts) {
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    if (called.length === 0) continue
    const path = fileURLToPath(url)
    // Dependencies may stand elsewhere, behind a link.
    const name = path.startsWith(root + sep) ? path.slice(root.length + 1) : path
    executed.set(name, {
      functions: new Set(called.map(({ functionName, ranges }) => `${functionName}@${ranges[0]?.startOffset}`)),
      lines: linesOf(path, functions),
    })
  }
  return executed
}

/** Lines with code, not types or comments, of which a part was executed. */
function linesOf(path: string, functions: readonly Profiler.FunctionCoverage[]): Set<number> {
  const source = readFileSync(path, 'utf8')
  // Types become blanks, so that offsets stay.
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  const counts = new Uint8Array(code.length)
  const ranges = functions.flatMap(one => one.ranges)
  // From the outermost range to the innermost, which has the last word.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  const lines = new Set<number>()
  let offset = 0
  for (const [number, line] of code.split('\n').entries()) {
    const isComment = /^\s*(\/\/|\/?\*)/.test(line)
    const isExecuted = [...line].some((char, i) => char.trim() !== '' && counts[offset + i] === 1)
    if (isExecuted && !isComment) lines.add(number)
    offset += line.length + 1
  }
  return lines
}

function inBoth(a: Executed, b: Executed): Executed {
  const both: Executed = new Map()
  for (const [path, { functions, lines }] of a) {
    const other = b.get(path)
    const common = functions.intersection(other?.functions ?? new Set())
    if (other && common.size > 0) both.set(path, { functions: common, lines: lines.intersection(other.lines) })
  }
  return both
}

function report(root: string, executed: Executed): void {
  const total = (test: (path: string) => boolean) => {
    const found = [...executed].filter(([path]) => test(path))
    const sum = (sizeOf: (one: { functions: Set<string>; lines: Set<number> }) => number) =>
      found.reduce((all, [, one]) => all + sizeOf(one), 0)
    return `${found.length} files, ${sum(one => one.functions.size)} functions, ${sum(one => one.lines.size)} lines`
  }
  const isSource = (path: string) => path.startsWith(`src${sep}`)
  for (const [path, { functions, lines }] of [...executed].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (isSource(path)) console.log(`${String(lines.size).padStart(5)} lines ${functions.size} functions  ${path}`)
  console.log(`\nOne warm by-key Read of ${root} executes`)
  console.log(`  of src/           ${total(isSource)}`)
  console.log(`  of node_modules/  ${total(path => path.includes(`node_modules${sep}`))}`)
}
