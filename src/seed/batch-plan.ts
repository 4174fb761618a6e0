// How large each unit of made-up data is, and how many units make a batch: known without making them.
import { Random } from './random.ts'

export interface BatchPlan {
  readonly individual: boolean
  readonly contacts: number
}

/** How many contacts a company has. */
const contactCounts = [1, 1, 2, 2, 2, 3, 3, 4, 6, 0]

const individuals = 0.15
const individualContacts = 0.2

/** Entries of a unit, on average. */
export const meanEntries =
  1 +
  individuals * individualContacts +
  (1 - individuals) * (contactCounts.reduce((sum, count) => sum + count, 0) / contactCounts.length)

/** Drawn from a stream of its own, apart from what fills the unit. */
export function batchPlan(seed: number, number: number): BatchPlan {
  const random = new Random(seed, number, 1)
  const individual = random.chance(individuals)
  return { individual, contacts: individual ? Number(random.chance(individualContacts)) : random.pick(contactCounts) }
}

export interface Batch {
  readonly firstUnit: number
  readonly units: number
  /** Entries of the address book; the last unit of all may be cut short for it. */
  readonly entries: number
}

/** Whole units, as many as it takes to have `size` entries in each batch and `entries` in all. */
export function* batchesOf(seed: number, entries: number, size: number): Generator<Batch, undefined> {
  let firstUnit = 0
  for (let left = entries; left > 0; ) {
    let units = 0
    let made = 0
    while (made < Math.min(size, left)) made += 1 + batchPlan(seed, firstUnit + units++).contacts
    yield { firstUnit, units, entries: Math.min(made, left) }
    firstUnit += units
    left -= made
  }
  return undefined
}
