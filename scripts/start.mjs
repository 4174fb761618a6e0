// Runs `npm start`: installs missing dependencies, then serves with the demo database, as `bin/clientele` does.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ensureDependencies } from './lib/dependencies.mjs'
import { npmFlags } from './lib/npm-flags.mjs'
import { root } from './lib/root.mjs'
import { main } from './lib/run.mjs'

await main(() => {
  const flags = npmFlags(process.argv.splice(2), process.env)
  ensureDependencies({ development: false })
  process.argv.push('serve', '--demo', ...flags)
  // In this process, so that there is at most one parent, and it ends together with the server.
  createRequire(import.meta.url)(join(root, 'bin', 'clientele'))
})
