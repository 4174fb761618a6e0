// Starts the program: runs the command line with the assembled product.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Stores, backups, keys and mails hold secrets: nobody but the owner may read what this program writes.
process.umask(0o077)

// bin/clientele started this process with a newer Node; the process ends when its parent does, and a server drains.
// The channel of a worker is that of its supervisor.
if (process.channel && !(await import('node:cluster')).default.isWorker) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

// The program is imported after the compile cache is enabled, so that compiled code is kept between starts. The product
// is imported by the commands that need it, so that help does not wait for it.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/clientele', import.meta.url)))
const { runProgram } = await import('./cli/program.ts')
await runProgram(async () => (await import('./app.ts')).product, process.argv.slice(2))
