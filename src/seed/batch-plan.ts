// Plans the size of each unit and the units of each batch without generating them.
import { Random } from './random.ts'

interface UnitPlan {
  readonly individual: boolean
  readonly contacts: number
}

/** The distribution of the number of contacts of a company. */
const contactCounts = [1, 1, 2, 2, 2, 3, 3, 4, 6, 0]

const individuals = 0.15
const individualContacts = 0.2

/** The mean number of entries of a unit. */
export const meanEntries =
  1 +
  individuals * individualContacts +
  (1 - individuals) * (contactCounts.reduce((sum, count) => sum + count, 0) / contactCounts.length)

/** The size of a unit, drawn from a random stream of its own, apart from the unit's contents. */
export function unitPlan(seed: number, number: number): UnitPlan {
  const random = new Random(seed, number, 1)
  const individual = random.chance(individuals)
  return { individual, contacts: individual ? Number(random.chance(individualContacts)) : random.pick(contactCounts) }
}

export interface Batch {
  readonly firstUnit: number
  readonly units: number
  /** Address book entries of the batch; the very last unit may be cut short. */
  readonly entries: number
}

/** Splits `entries` into batches of whole units, each with at least `size` entries except the last. */
export function* batchesOf(seed: number, entries: number, size: number): Generator<Batch, undefined> {
  let firstUnit = 0
  for (let left = entries; left > 0; ) {
    let units = 0
    let made = 0
    while (made < Math.min(size, left)) made += 1 + unitPlan(seed, firstUnit + units++).contacts
    yield { firstUnit, units, entries: Math.min(made, left) }
    firstUnit += units
    left -= made
  }
  return undefined
}
