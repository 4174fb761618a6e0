// Runs `npm run console`: builds the web console, unless the last build has the same sources.
import { buildConsole } from './lib/console.mjs'
import { main } from './lib/run.mjs'

await main(() => buildConsole({ background: process.argv.includes('--background') }))
