// Runs `npm start`: installs missing dependencies, then serves with the demo database.
import { join } from 'node:path'
import { ensureDependencies } from './lib/dependencies.mjs'
import { findNode, nodeFlags } from './lib/node.mjs'
import { root } from './lib/root.mjs'
import { main, run } from './lib/run.mjs'

await main(() => {
  ensureDependencies()
  const args = [...nodeFlags, join(root, 'src', 'main.ts'), 'serve', '--demo', ...process.argv.slice(2)]
  return run(findNode(), args)
})
