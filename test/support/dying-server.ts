// Runs a server that kills itself after the commit of a refresh, before it sends a byte of the answer.
import { dirname } from 'node:path'
import { createApp } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log/log.ts'
import { loadSettings } from '../../src/config/load.ts'

const [store = '', outbox = ''] = process.argv.slice(2)
const dataDir = dirname(outbox)
const { values } = loadSettings({ flags: { host: '127.0.0.1', port: 0, store, dataDir, mail: `file:${outbox}` } })
const app = await createApp({ settings: values, clock: systemClock, log: silentLog })
await app.prepare()
await app.listen()
const write = app.store.write.bind(app.store)
app.store.write = async (work, options) => {
  let refreshed = false
  const result = await write(tx => {
    return work({
      rows: tx.rows.bind(tx),
      read: tx.read.bind(tx),
      publish: tx.publish.bind(tx),
      run: tx.run.bind(tx),
      defer: query => {
        if (/update .oauth_pair. set .used./.test(query.sql)) refreshed = true
        return tx.defer(query)
      },
    })
  }, options)
  if (refreshed) process.kill(process.pid, 'SIGKILL')
  return result
}
process.stdout.write(`${app.origin()}\n`)
