// Runs `npm run bench`: measures the product against a floor and peers, prints a table and saves the results.
import { runCapacity } from './capacity/run.ts'
import { type BenchContext, isMet, type Row } from './case.ts'
import { citusCase } from './cases/citus.ts'
import { clientCase } from './cases/client.ts'
import { createCase } from './cases/create.ts'
import { flatCase } from './cases/flat.ts'
import { importCase } from './cases/import.ts'
import { aggregateCase, tenantsCase } from './cases/large.ts'
import { nearCase } from './cases/near.ts'
import { readCases } from './cases/reads.ts'
import { scaleCase } from './cases/scale.ts'
import { memoryCase, scanCase, startCase } from './cases/service.ts'
import { refreshCase, tokenValidCase } from './cases/tokens.ts'
import { webhookCase } from './cases/webhooks.ts'
import { workflowCase } from './cases/workflows.ts'
import { printExecuted } from './executed.ts'
import { startLoad } from './load.ts'
import { readOptions, usage } from './options.ts'
import { saveResults, table } from './report.ts'
import { Stores } from './stores.ts'

const cases = [
  ...readCases,
  createCase,
  importCase,
  refreshCase,
  tokenValidCase,
  flatCase,
  aggregateCase,
  tenantsCase,
  nearCase,
  scanCase,
  memoryCase,
  webhookCase,
  workflowCase,
  citusCase,
  startCase,
  clientCase,
  scaleCase,
]

const options = readOptions(process.argv.slice(2))
if (options === null) {
  console.log(usage)
  process.exit(0)
}
if (options.executed !== null) {
  await printExecuted(options.executed)
  process.exit(0)
}
const say = (line: string) => console.error(`  ${line}`)
const stores = new Stores(options, say)
const load = startLoad()
const context: BenchContext = {
  options,
  stores,
  load,
  engines: options.postgres ? ['sqlite', 'postgres'] : ['sqlite'],
  say,
}
if (options.capacity) {
  await runCapacity(context)
  load.stop()
  await stores.close()
  process.exit(0)
}
const rows: Row[] = []
let failed = false
for (const { name, run } of cases) {
  if (options.only.length > 0 && !options.only.some(word => name.includes(word))) continue
  console.error(`${name} ...`)
  try {
    rows.push(...(await run(context)))
  } catch (error) {
    failed = true
    console.error(`${name} could not be measured: ${(error as Error).stack}`)
  }
}
load.stop()
await stores.close()
console.log(`\n${table(rows)}\n`)
// Only a complete run updates the saved results.
if (options.only.length === 0 && !options.quick) saveResults(rows, options)
const missed = rows.filter(row => isMet(row) === false).length
if (missed > 0) console.log(`${missed} of ${rows.length} targets were missed in this run.`)
process.exit(failed ? 1 : 0)
