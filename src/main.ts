// Where the program begins: the command line, with the product put together.
import { product } from './app.ts'
import { runProgram } from './cli/program.ts'

// Started through bin/clientele by an older Node: when that process is gone, however it went, so are we.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel.unref()
}

await runProgram(product, process.argv.slice(2))
