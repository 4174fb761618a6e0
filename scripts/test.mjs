// Runs `npm test`: installs missing dependencies, checks types and style, and tests on both engines.
// With paths (npm test -- test/cli) it runs only those tests, without the checks.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { check } from './lib/check.mjs'
import { ensureChromium, findChromium } from './lib/chromium.mjs'
import { installPackages } from './lib/console.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { findNode, nodeFlags } from './lib/node.mjs'
import { root } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'
import { allTestFiles, testFilesAt } from './lib/test-files.mjs'
import { makeTestFolder } from './lib/test-folder.mjs'

const args = process.argv.slice(2)
const options = args.filter(arg => arg.startsWith('-'))
const paths = args.filter(arg => !arg.startsWith('-'))
const everything = paths.length === 0

// More processes than the machine has processors, since tests of crashes, limits and pages wait much of their time. More than
// six would need much memory: many tests start servers, and PostgreSQL runs beside them.
const processes = Math.min(6, availableParallelism() + 4)
const concurrency = options.some(option => option.startsWith('--test-concurrency'))
  ? []
  : [`--test-concurrency=${processes}`]

/**
 * Processes of tests make much garbage and end soon: with the small young generation of a server they take up to a quarter more processor
 * time. Commands that measure name their tests, and have the flags of the product, as programs have that tests start.
 */
const memory = everything ? ['--max-semi-space-size=64'] : []
/** Test files import hundreds of modules: without this their start takes a third more processor time. */
const imports = `--import=${pathToFileURL(join(root, 'src', 'base', 'programs', 'source-imports.ts'))}`
const untracked = `--import=${pathToFileURL(join(root, 'scripts', 'lib', 'test-hooks.mjs'))}`
const flags = [...nodeFlags, ...memory, imports, untracked]

/** What Node prints by itself, and then the slowest files. */
const reportersOfWholeRun = ['spec', join(root, 'scripts', 'lib', 'slowest-files.mjs')].flatMap(reporter => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
])

// The name of the migrated stores that fresh stores of this run are copies of (test/support/template.ts).
const template = `template_${randomBytes(8).toString('hex')}`

await main(async () => {
  // A download goes on while the other parts of the set-up compute.
  const needsBrowser = everything || paths.some(path => path.includes('browser'))
  const browser = needsBrowser ? ensureChromium() : Promise.resolve(findChromium())
  browser.catch(() => {})
  ensureDependencies()
  const ofConsole = paths.filter(path => path.includes('test/console'))
  if (everything || ofConsole.length > 0) installPackages()
  const needsConsole = everything || ofConsole.some(path => !path.includes('test/console/unit'))
  const built = needsConsole ? await run(process.execPath, [join(root, 'scripts', 'console.mjs')]) : 0
  if (built !== 0) return built
  // Beside the tests, since they leave processors idle while they wait. A finding ends them at once.
  const ended = new AbortController()
  const checked = everything ? check() : Promise.resolve(0)
  checked.then(status => status !== 0 && ended.abort())
  const chromium = await browser
  const folder = makeTestFolder()
  let postgres
  try {
    postgres = await startPostgres(folder.path)
    const env = {
      ...process.env,
      TMPDIR: folder.path,
      CLIENTELE_TEST_POSTGRES: postgres.url,
      CLIENTELE_TEST_TEMPLATE: template,
      // Most test files import the whole product; without the cache each strips its types and compiles it again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'clientele'),
    }
    if (chromium) env.CHROMIUM_PATH = chromium
    if (everything) env.CLIENTELE_TEST_PICTURES ??= 'none'
    const files = everything ? allTestFiles(folder.path) : paths.map(testFilesAt)
    const reporters = everything ? reportersOfWholeRun : []
    const command = [...flags, '--test', ...concurrency, ...reporters, ...options, ...files]
    const tested = await run(findNode(), command, env, ended.signal)
    return (await checked) || tested
  } finally {
    await postgres?.stop()
    folder.remove()
  }
})

/** Starts one PostgreSQL for the whole run; each test file creates its own databases on it. */
async function startPostgres(folder) {
  const given = process.env.CLIENTELE_TEST_POSTGRES
  if (given) return { url: given, stop: () => dropTemplate(given) }
  const support = await import(new URL('../test/support/start-postgres.mjs', import.meta.url).href)
  return support.startPostgres({ data: join(folder, 'postgres') })
}

async function dropTemplate(server) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${template}`)
  await client.end()
}
