// Generates interactions, notes and cases of an entry.
import { isoDateTime } from '../fields/moment.ts'
import { encodeKey } from '../fields/record-key.ts'
import { callSubjects, caseSubjects, noteTexts, remarks } from './data/texts.ts'
import { day, daysAfter, type GeneratedRecord, type GeneratorContext, refer, workingTime } from './generated-record.ts'
import type { Entry } from './make-entry.ts'

export function makeInteraction(context: GeneratorContext, entry: Entry): GeneratedRecord {
  const { random, referenceData, today } = context
  const at = Math.max(entry.at, workingTime(context, daysAfter(context, entry.daysAgo)))
  const minutes = random.pick([5, 10, 15, 30, 45, 60, 90])
  const data: Record<string, unknown> = {
    Type: random.skewed(referenceData.items('Interaction.Type')),
    AbEntryKey: encodeKey('AbEntry', entry.id),
    WithKey: encodeKey('AbEntry', entry.id),
    User: { Uid: entry.uid },
    Subject: random.pick(callSubjects),
    StartDate: isoDateTime(at),
    EndDate: isoDateTime(at + minutes * 60),
    Direction: random.between(1, 2),
    Completed: at < today,
  }
  if (random.chance(0.5)) data.Description = random.pick(remarks)
  const result = random.chance(0.6) ? random.maybe(referenceData.items('Interaction.Result')) : undefined
  if (result !== undefined) data.Result = result
  const category = random.chance(0.6) ? random.maybe(referenceData.items('Interaction.Category')) : undefined
  if (category !== undefined) data.Category = category
  return { entity: 'Interaction', id: context.newId(), at, uid: entry.uid, data }
}

export function makeNote(context: GeneratorContext, entry: Entry): GeneratedRecord {
  const { random } = context
  const at = Math.max(entry.at, workingTime(context, daysAfter(context, entry.daysAgo)))
  const data = {
    ParentKey: encodeKey('AbEntry', entry.id),
    Text: random.pick(noteTexts),
    DateTime: isoDateTime(at),
    Important: random.chance(0.1),
  }
  return { entity: 'Note', id: context.newId(), at, uid: entry.uid, data }
}

export function makeCase(
  context: GeneratorContext,
  company: Entry,
  contact: GeneratedRecord | undefined,
): GeneratedRecord {
  const { random, referenceData } = context
  const at = Math.max(company.at, workingTime(context, daysAfter(context, company.daysAgo)))
  const data: Record<string, unknown> = {
    Subject: random.pick(caseSubjects),
    Description: random.pick(remarks),
    AbEntryKey: refer(company.id),
    AssignedTo: { Uid: random.pick(referenceData.users) },
    Owner: { Uid: company.uid },
    FollowUpDate: isoDateTime(at + random.between(1, 20) * day),
  }
  for (const name of ['Type', 'Reason', 'Origin', 'Queue', 'Status', 'Priority', 'Severity']) {
    const item = random.maybe(referenceData.items(`Case.${name}`))
    if (item !== undefined) data[name] = item
  }
  const product = random.maybe(referenceData.items('Product'))
  if (product !== undefined) data.Product = [product]
  if (contact) data.ContactKey = refer(contact.id)
  return { entity: 'Case', id: context.newId(), at, uid: company.uid, data }
}
