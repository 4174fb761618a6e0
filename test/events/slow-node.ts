// Runs a node whose transactions wait at random between their statements, so that they overlap in every order.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../src/app.ts'
import { systemClock } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log/log.ts'
import { loadSettings } from '../../src/config/load.ts'

const [store = '', mostMs = '0'] = process.argv.slice(2)
const { values } = loadSettings({ flags: { host: '127.0.0.1', port: 0, store } })
const app = await createApp({ settings: values, clock: systemClock, log: silentLog })
await app.prepare()
await app.listen()
const write = app.store.write.bind(app.store)
const waits = async <T>(step: Promise<T>): Promise<T> => {
  const result = await step
  if (Math.random() < 0.5) await sleep(Math.random() * Number(mostMs))
  return result
}
app.store.write = (work, options) =>
  write(
    async tx =>
      waits(
        work({
          rows: query => waits(tx.rows(query)),
          read: query => waits(tx.read(query)),
          run: query => waits(tx.run(query)),
          publish: (topic, payload) => tx.publish(topic, payload),
          defer: query => tx.defer(query),
        }),
      ),
    options,
  )
process.stdout.write(`${app.origin()}\n`)
