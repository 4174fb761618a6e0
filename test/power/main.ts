// Runs `npm run power`: cuts the power of a server on SQLite again and again, and looks for writes that were acknowledged.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Random } from '../../src/seed/random.ts'
import { AcknowledgedWrites } from '../support/acknowledged.ts'
import { cliJson, root, type ServingChild, serveChild } from '../support/cli.ts'
import { startCrm } from '../support/crm.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { printFigures } from '../support/report.ts'
import { until } from '../support/until.ts'
import { cutPower, type PowerCut } from './cut.ts'

const usage = `npm run power -- [--cuts=200] [--seed=1] [--unflushed]

  --cuts=N      how often the power is cut
  --seed=S      decides when it is cut, and what the disk keeps of what was not flushed
  --unflushed   runs SQLite with synchronous=OFF: the command then succeeds when it finds losses`

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    unflushed: { type: 'boolean', default: false },
  },
})
const [cuts, seed] = [Number(values.cuts), Number(values.seed)]
if (!(Number.isInteger(cuts) && cuts > 0 && Number.isInteger(seed))) throw new Error(usage)

// Each cut starts two programs, whose sources are then compiled once; `npm test` does the same.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'clientele')

const clients = 8
/** The changes and flushes of the store's files after which the power is cut, counted from the start of the server. */
const entries = { least: 10, most: 1_200 }

const folder = mkdtempSync(join(tmpdir(), 'clientele-power-'))
const [store, journal, library] = ['clientele.db', 'journal', 'unflushed.so'].map(name => join(folder, name)) as [
  string,
  string,
  string,
]
const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The library that records what is not flushed is compiled for each run. */
function compile(): void {
  const compiler = process.env.CC ?? 'cc'
  const args = ['-shared', '-fPIC', '-O2', '-Wall', '-o', library, source('unflushed.c'), '-ldl', '-lpthread']
  const { status, stderr, error } = spawnSync(compiler, args, { encoding: 'utf8' })
  if (error) {
    throw new Error(
      `npm run power needs a C compiler and Linux: ${compiler} cannot be run (${error.message}). Set CC to another.`,
    )
  }
  if (status !== 0) throw new Error(`${compiler} could not compile unflushed.c: ${stderr}`)
}

const serve = (path: string, env: Record<string, string> = {}): Promise<ServingChild> =>
  serveChild(['--store', `sqlite:${path}`, '--data-dir', folder], { env })

/** The environment of a server whose power is cut. */
const cutAfter = (count: number): Record<string, string> => ({
  LD_PRELOAD: library,
  POWER_STORE: store,
  POWER_JOURNAL: journal,
  POWER_CUT: String(count),
  ...(values.unflushed ? { NODE_OPTIONS: `--import ${source('synchronous-off.ts')}` } : {}),
})

/**
 * Starts a server on what the last cut has left, counts the acknowledged writes that it does not have, and writes until the power is
 * cut. A server whose power is cut while it starts counts nothing; the next one does.
 */
async function serveUntilCut(writes: AcknowledgedWrites, round: number, random: Random): Promise<number> {
  rmSync(journal, { force: true })
  const server = await serve(store, cutAfter(random.between(entries.least, entries.most))).catch(() => null)
  if (!server) return 0
  const children = childrenOf(server.pid)
  const lost = await writes.countLost(server.url)
  const write = async (client: number): Promise<void> => {
    for (let i = 0; (await writes.create(server.url, `${round}.${client}.${i}`)) !== null; i++);
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  await server.ended
  await until(() => !children.some(isRunning), 'The end of the scan processes')
  return lost
}

/** Copies the store as it is after the cut: a program that closes the store itself would empty its log. */
function copyStore(): string {
  const copy = join(folder, 'copy.db')
  for (const suffix of ['', '-wal', '-shm', '-running']) rmSync(copy + suffix, { force: true })
  for (const suffix of ['', '-wal', '-journal']) {
    if (existsSync(store + suffix)) copyFileSync(store + suffix, copy + suffix)
  }
  return copy
}

async function findDefects(path: string): Promise<string | null> {
  const args = ['doctor', '--deep', '--store', `sqlite:${path}`, '--data-dir', folder]
  const { ok, findings } = await cliJson<{ ok: boolean; findings: unknown[] }>(args).catch((error: Error) => ({
    ok: false,
    findings: [error.message],
  }))
  return ok ? null : JSON.stringify(findings)
}

/** Counts what is lost after the last cut. */
async function countLost(writes: AcknowledgedWrites): Promise<number> {
  const server = await serve(store).catch(() => null)
  // A store that cannot be opened has lost everything.
  if (!server) return writes.count
  try {
    return await writes.countLost(server.url)
  } finally {
    await server.close()
  }
}

async function run(): Promise<number> {
  compile()
  const crm = await startCrm({ engine: 'sqlite', storeUrl: `sqlite:${store}` })
  await crm.close()
  const writes = new AcknowledgedWrites(crm.user.token)
  const random = new Random(seed)
  const results: PowerCut[] = []
  let [lost, damaged] = [0, 0]
  let checked: Promise<string | null> = Promise.resolve(null)
  const isOver = () => results.length === cuts || (values.unflushed && lost + damaged > 0)
  const checkLast = async () => {
    const defects = await checked
    if (defects === null) return
    damaged++
    console.log(`cut ${results.length}: ${defects}`)
  }
  while (!isOver()) {
    const missing = await serveUntilCut(writes, results.length, random)
    if (missing > 0) console.log(`after cut ${results.length} (${results.at(-1)?.damage}): ${missing} writes lost`)
    lost += missing
    await checkLast()
    results.push(cutPower(store, journal, random))
    // The next server starts meanwhile.
    checked = findDefects(copyStore())
    if (results.length % 10 === 0)
      console.log(`${results.length} cuts, ${writes.count} acknowledged writes, ${lost} lost`)
  }
  await checkLast()
  lost += await countLost(writes)
  return conclude(results, writes.count, lost, damaged)
}

function conclude(results: readonly PowerCut[], acknowledged: number, lost: number, damaged: number): number {
  const withLoss = results.filter(({ unflushed }) => unflushed > 0).length
  printFigures(`power cuts, sqlite, seed ${seed}`, {
    cuts: results.length,
    'with changes that were not flushed': withLoss,
    'acknowledged writes': acknowledged,
    'lost writes': lost,
    'damaged stores': damaged,
  })
  const isSound = lost === 0 && damaged === 0
  if (values.unflushed)
    console.log(isSound ? 'No loss was found without flushes.' : 'Without flushes, losses are found.')
  return isSound === values.unflushed ? 1 : 0
}

try {
  process.exitCode = await run()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
