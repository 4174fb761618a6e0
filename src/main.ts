// Where the program begins: the command line, with the product put together.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Started through bin/clientele by an older Node: when that process is gone, however it went, so are we.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel.unref()
}

// Loaded after the cache is on: compiled code, and types already stripped, are kept between runs.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/clientele', import.meta.url)))
const { product } = await import('./app.ts')
const { runProgram } = await import('./cli/program.ts')
await runProgram(product, process.argv.slice(2))
