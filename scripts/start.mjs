// Runs `npm start`: installs missing dependencies, then serves with the demo database, as `bin/clientele` does. The console is
// built meanwhile.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildConsoleInBackground } from './lib/console.mjs'
import { ensureDependencies } from './lib/dependencies.mjs'
import { npmFlags } from './lib/npm-flags.mjs'
import { root } from './lib/root.mjs'
import { main } from './lib/run.mjs'

await main(() => {
  const flags = npmFlags(process.argv.splice(2), process.env)
  ensureDependencies({ development: false })
  // Tests start many servers, and most of them need no console.
  if (!process.env.CLIENTELE_TEST_NO_CONSOLE) buildConsoleInBackground()
  process.argv.push('serve', '--demo', ...flags)
  // In this process, so that there is at most one parent, and it ends together with the server.
  createRequire(import.meta.url)(join(root, 'bin', 'clientele'))
})
