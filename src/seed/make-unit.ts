// Generates one unit: an entry with its contacts, activities, opportunities, cases, leads and plans.

import { meanEntries, unitPlan } from './batch-plan.ts'
import type { GeneratedRecord, GeneratorContext } from './generated-record.ts'
import { makeCase, makeInteraction, makeNote } from './make-activity.ts'
import { type Entry, makeCompany, makeContact, makeIndividual } from './make-entry.ts'
import { makeAppointment, makeTask } from './make-plan.ts'
import { makeLead, makeOpportunity } from './make-sale.ts'
import { Random } from './random.ts'
import type { ReferenceData } from './reference-data.ts'

interface UnitSetting {
  readonly seed: number
  readonly referenceData: ReferenceData
  readonly newId: () => string
  readonly today: number
  /** The number of entries of the whole seed. */
  readonly entries: number
}

/** Generates unit `number` of a seed, independent of other units, with at most `room` entries. */
export function makeUnit(setting: UnitSetting, number: number, room: number): GeneratedRecord[] {
  const { seed, referenceData, newId, today, entries } = setting
  const random = new Random(seed, number)
  const progress = Math.min(1, (number * meanEntries) / entries)
  const context: GeneratorContext = { random, referenceData, newId, today, progress }
  const plan = unitPlan(seed, number)
  const head = plan.individual ? makeIndividual(context) : makeCompany(context)
  const contacts: Entry[] = []
  while (contacts.length < Math.min(plan.contacts, room - 1)) contacts.push(makeContact(context, head, contacts[0]))
  const made: GeneratedRecord[] = [head, ...contacts]
  for (const entry of [head, ...contacts]) {
    for (let left = random.pick([0, 0, 1, 1, 1, 2, 2]); left > 0; left--) made.push(makeInteraction(context, entry))
    if (random.chance(0.05)) made.push(makeNote(context, entry))
  }
  const opportunities: GeneratedRecord[] = []
  for (let left = (1 + contacts.length) * 0.2; random.next() < left; left--) {
    opportunities.push(makeOpportunity(context, head, random.maybe(contacts)))
  }
  made.push(...opportunities)
  if (random.chance(0.08)) made.push(makeCase(context, head, random.maybe(contacts)))
  if (random.chance(0.08)) made.push(makeLead(context, random.maybe(opportunities)))
  if (random.chance(0.12)) made.push(makeTask(context, random.pick([head, ...contacts])))
  if (random.chance(0.06)) made.push(makeAppointment(context, head))
  return made
}
