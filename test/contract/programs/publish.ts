// Publishes once in a process of its own, and once in a transaction that fails.
import { systemClock } from '../../../src/base/clock.ts'
import { textTopic } from '../../../src/storage/nodes/topics.ts'
import { openStore } from '../../../src/storage/open.ts'

const [url = '', name = '', payload = ''] = process.argv.slice(2)
const topic = textTopic(name)
const store = await openStore(url, { clock: systemClock })
await store
  .write(async tx => {
    await tx.publish(topic, 'never')
    throw new Error('rolled back')
  })
  .catch(() => {})
await store.write(tx => tx.publish(topic, payload))
await store.close()
