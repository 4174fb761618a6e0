// Migrates a store to the contract's tables in a process of its own and prints what it did.
import { systemClock } from '../../../src/base/clock.ts'
import { openStore } from '../../../src/storage/open.ts'
import { migrate } from '../../../src/storage/schema/migrate.ts'
import { tables } from '../fixture.ts'

const store = await openStore(process.argv[2] ?? '', { clock: systemClock })
console.log(JSON.stringify(await migrate(store, tables)))
await store.close()
