// Runs `npm run check`, `bench`, `budget`, `events`, `docs`, `audit`, `sbom` and `record-schema`: installs missing dependencies, then runs the task.
import { join } from 'node:path'
import { audit } from './lib/audit.mjs'
import { check } from './lib/check.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { findNode, nodeFlags } from './lib/node.mjs'
import { root } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

const [task, ...args] = process.argv.slice(2)
const script = path => run(findNode(), [...nodeFlags, join(root, path), ...args])
/** Runs test files in their long form. */
const long = (paths, name) =>
  run(process.execPath, [join(root, 'scripts/test.mjs'), ...paths, ...args], { ...process.env, [name]: 'full' })
const tasks = {
  check: () => check(),
  bench: () => script('bench/main.ts'),
  docs: () => script('scripts/docs.ts'),
  audit,
  sbom: () => script('scripts/sbom.ts'),
  'record-schema': () => script('scripts/record-schema.ts'),
  budget: () => long(['test/scale/budget.test.ts', 'test/scale/neighbours.test.ts'], 'CLIENTELE_BUDGET'),
  events: () => long(['test/events/follow.test.ts'], 'CLIENTELE_EVENTS'),
}

await main(() => {
  const work = tasks[task]
  if (!work) throw new Error(`No such task: ${task}. There are ${Object.keys(tasks).join(', ')}.`)
  ensureDependencies()
  return work()
})
