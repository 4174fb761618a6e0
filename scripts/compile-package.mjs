// Compiles the package in whose folder it is called, as npm does before it packs one; installs the compiler if it is missing.
import { join } from 'node:path'
import { ensureDependencies } from './lib/dependencies.mjs'
import { findNode } from './lib/node.mjs'
import { root } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(() => {
  ensureDependencies()
  return run(findNode(), [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    join(process.cwd(), 'tsconfig.json'),
  ])
})
