// The smallest whole of made-up data: an entry with its contacts, what was said to them, and what may be sold to them.

import { batchPlan, meanEntries } from './batch-plan.ts'
import type { GeneratedRecord, Making } from './generated-record.ts'
import { makeCase, makeInteraction, makeNote } from './make-activity.ts'
import { type Entry, makeCompany, makeContact, makeIndividual } from './make-entry.ts'
import { makeLead, makeOpportunity } from './make-sale.ts'
import { Random } from './random.ts'
import type { ReferenceData } from './reference-data.ts'

export interface UnitSetting {
  readonly seed: number
  readonly ground: ReferenceData
  readonly newId: () => string
  readonly today: number
  /** How many entries are made in all. */
  readonly entries: number
}

/** Unit `number` of a seed, whatever was made before it. At most `room` entries. */
export function makeUnit(setting: UnitSetting, number: number, room: number): GeneratedRecord[] {
  const { seed, ground, newId, today, entries } = setting
  const random = new Random(seed, number)
  const progress = Math.min(1, (number * meanEntries) / entries)
  const making: Making = { random, ground, newId, today, progress }
  const shape = batchPlan(seed, number)
  const head = shape.individual ? makeIndividual(making) : makeCompany(making)
  const contacts: Entry[] = []
  while (contacts.length < Math.min(shape.contacts, room - 1)) contacts.push(makeContact(making, head, contacts[0]))
  const made: GeneratedRecord[] = [head, ...contacts]
  for (const entry of [head, ...contacts]) {
    for (let left = random.pick([0, 0, 1, 1, 1, 2, 2]); left > 0; left--) made.push(makeInteraction(making, entry))
    if (random.chance(0.05)) made.push(makeNote(making, entry))
  }
  const opportunities: GeneratedRecord[] = []
  for (let left = (1 + contacts.length) * 0.2; random.next() < left; left--) {
    opportunities.push(makeOpportunity(making, head, random.maybe(contacts)))
  }
  made.push(...opportunities)
  if (random.chance(0.08)) made.push(makeCase(making, head, random.maybe(contacts)))
  if (random.chance(0.08)) made.push(makeLead(making, random.maybe(opportunities)))
  return made
}
