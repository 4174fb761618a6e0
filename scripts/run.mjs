// Runs the npm scripts other than start and test: installs missing dependencies, then runs the named task.
import { join } from 'node:path'
import { audit } from './lib/audit.mjs'
import { check } from './lib/check.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { buildConsole, installPackages, vite } from './lib/console.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { findNode, nodeFlags } from './lib/node.mjs'
import { ensurePgBouncer } from './lib/pgbouncer.mjs'
import { root } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'
import { torture } from './lib/torture.mjs'

const [task, ...args] = process.argv.slice(2)
const script = path => run(findNode(), [...nodeFlags, join(root, path), ...args])
/** Runs tests at the sizes of these variables, unless the caller has set others. */
const atSize =
  (sizes, ...paths) =>
  () =>
    run(process.execPath, [join(root, 'scripts/test.mjs'), ...paths, ...args], { ...sizes, ...process.env })
const faultTests = [
  'test/scale/kills.test.ts',
  'test/scale/import-kills.test.ts',
  'test/scale/workflow-kills.test.ts',
  'test/scale/part-kills.test.ts',
  'test/contract/crash.test.ts',
  'test/contract/postgres-faults.test.ts',
  'test/contract/postgres-sqlstates.test.ts',
  'test/contract/dead-network.test.ts',
  'test/http/store-faults.test.ts',
  'test/http/after-crash.test.ts',
  'test/http/drain.test.ts',
  'test/http/refused-bodies.test.ts',
  'test/cli/unread-log.test.ts',
  'test/cli/doctor-deep.test.ts',
  'test/oauth/faults.test.ts',
  'test/workers/workers.test.ts',
]
const citusTests = ['test/spec', 'test/citus']
const tasks = {
  check: () => check(),
  'console:dev': developConsole,
  'console:bench': benchConsole,
  bench: () => script('bench/main.ts'),
  docs: () => script('scripts/docs.ts'),
  audit,
  sbom: () => script('scripts/sbom.ts'),
  dist: () => script('scripts/dist/dist.mjs'),
  'dist:test': atSize({}, 'test/dist/installations.test.ts', '--test-concurrency=1'),
  'record-schema': () => script('scripts/record-schema.ts'),
  release: () => script('scripts/release/release.mjs'),
  budget: atSize({ CLIENTELE_BUDGET: 'full' }, 'test/timing', 'test/spec/budget.test.ts', '--test-concurrency=1'),
  events: atSize({ CLIENTELE_EVENTS: 'full' }, 'test/events/follow.test.ts', 'test/webhooks/crash.test.ts'),
  faults: atSize({ CLIENTELE_KILLS: '20' }, ...faultTests),
  power: () => script('test/power/main.ts'),
  simulate: () => script('test/simulation/main.ts'),
  citus,
  pooler: async () => {
    await ensurePgBouncer()
    return atSize({}, 'test/pooler')()
  },
  fuzz: atSize(
    {
      CLIENTELE_FUZZ_CASES: '100000',
      CLIENTELE_FUZZ_WORLDS: '100',
      CLIENTELE_FUZZ_REQUESTS: '40000',
      CLIENTELE_FUZZ_WORKFLOWS: '500',
      CLIENTELE_IMPORT_FILES: '10000',
      CLIENTELE_IMPORT_PLANS: '1000',
    },
    'test/fuzz',
    'test/import/files.test.ts',
    'test/import/plan-and-commit.test.ts',
    'test/spec/reading/refusals.test.ts',
  ),
  torture: () => torture(tasks, args),
  'spec:workers': atSize({ CLIENTELE_TEST_WORKERS: '2' }, 'test/spec'),
  'spec:nodes': atSize({ CLIENTELE_TEST_NODES: '2' }, 'test/spec'),
  soak: atSize(
    {
      CLIENTELE_SOAK_CONNECTIONS: '1000',
      CLIENTELE_SOAK_SECONDS: '600',
      CLIENTELE_TOKEN_PROCESSES: '32',
      CLIENTELE_TOKEN_ROUNDS: '24',
    },
    'test/soak',
    'test/testing/shared-token-file.test.ts',
    '--test-concurrency=1',
  ),
}

/** Runs the tests of the specification, or those given, on a Citus cluster that lives as long as the run. */
async function citus() {
  const { startCitus } = await import(new URL('../test/support/start-citus.mjs', import.meta.url).href)
  const cluster = await startCitus()
  try {
    const paths = args.some(arg => !arg.startsWith('-')) ? [] : citusTests
    const env = {
      ...process.env,
      CLIENTELE_TEST_POSTGRES: cluster.url,
      CLIENTELE_TEST_CITUS: JSON.stringify(cluster.workers.map(worker => worker.url)),
    }
    return await run(process.execPath, [join(root, 'scripts/test.mjs'), ...paths, ...args], env)
  } finally {
    await cluster.stop()
  }
}

/** Measures the console as it is built, in a real browser. */
async function benchConsole() {
  process.env.CHROMIUM_PATH ??= await ensureChromium()
  await buildConsole()
  return script('bench/console/main.ts')
}

/** Serves the sources of the console as they are, with the API of a server that runs already: `npm start`. */
function developConsole() {
  installPackages()
  return run(findNode(), [vite(), 'dev', join(root, 'console'), ...args])
}

await main(() => {
  const work = tasks[task]
  if (!work) throw new Error(`No such task: ${task}. There are ${Object.keys(tasks).join(', ')}.`)
  ensureDependencies()
  return work()
})
