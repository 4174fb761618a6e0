// Writes two things in each transaction, and prints the number of each pair that was answered, until it is killed.
import { systemClock } from '../../../src/base/clock.ts'
import { openStore } from '../../../src/storage/open.ts'
import { insertThing, pairId } from '../fixture.ts'

const store = await openStore(process.argv[2] ?? '', { clock: systemClock })
const writer = async (first: number) => {
  for (let n = first; ; n += 4) {
    await store.write(async tx => {
      for (const half of ['A', 'B']) {
        const id = pairId(n, half)
        await tx.run(insertThing(store, { id }))
        await store.dialect.search.replace(tx, 'thing', 1, { id, words: [`word${n}`] })
      }
    })
    console.log(n)
  }
}
await Promise.all([writer(0), writer(1), writer(2), writer(3)])
