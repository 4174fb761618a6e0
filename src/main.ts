// Starts the program: runs the command line with the assembled product.
import './base/programs/source-imports.ts'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { isSource, productFolder } from './base/product-files.ts'

// Stores, backups, keys and mails hold secrets: only the owner may read the files that this program writes.
process.umask(0o077)

// bin/clientele started this process with a newer Node; the process ends when its parent does, and a server drains.
// The channel of a worker is that of its supervisor.
if (process.channel && !(await import('node:cluster')).default.isWorker) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

// A reader that closes the pipe, as in `| head`, ends the process without a failure.
const endWithReader = ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1)
process.stdout.on('error', endWithReader)
process.stderr.on('error', endWithReader)

// The program is imported after the compile cache is enabled, so that compiled code is kept between starts. The product
// is imported by the commands that need it, so that help does not wait for it.
// Whatever started compiled code has enabled it already.
if (isSource) enableCompileCache(join(productFolder, 'node_modules', '.cache', 'clientele'))
const { runProgram } = await import('./cli/program.ts')
const given = process.argv.slice(2)
const argv = isSource ? given : await (await import('./cli/default-command.ts')).withDefaultCommand(given)
process.argv.splice(2, given.length, ...argv)
await runProgram(async () => (await import('./app.ts')).product, argv)
