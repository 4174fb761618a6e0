// Writes two things in each transaction, and prints the number of each pair that was answered, until it is killed.
import { systemClock } from '../../../src/base/clock.ts'
import { openStore } from '../../../src/storage/open.ts'
import { insertThing } from '../fixture.ts'

const store = await openStore(process.argv[2] ?? '', { clock: systemClock })
const writer = async (first: number) => {
  for (let n = first; ; n += 4) {
    await store.write(async tx => {
      for (const half of ['a', 'b']) {
        await tx.run(insertThing(store, { id: `${n}${half}` }))
        const words = store.dialect.search.replace('thing', 1, `${n}${half}`, [`word${n}`])
        for (const query of words) await tx.run(query)
      }
    })
    console.log(n)
  }
}
await Promise.all([writer(0), writer(1), writer(2), writer(3)])
