// Runs PayloadExecute: makes a lead an entry of the address book, and an opportunity if that is asked for.
import { isEmpty, member } from '../../base/text/json.ts'
import type { RecordRow } from '../../entities/entity.ts'
import { readKey } from '../../fields/kinds/reference.ts'
import { isoDay } from '../../fields/moment.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { addToUnit, collectUnit, type Unit } from '../bin/delete-cascade.ts'
import { otherRecords } from '../record/other-records.ts'
import { recordQuestions } from '../record/record-questions.ts'
import { recordId, writeRecord } from '../record/record-write.ts'
import { allowedIds, lockRecord } from '../rows/record-access.ts'
import { type OwnWrite, ownWrite } from '../write/own-write.ts'
import {
  type Conversion,
  type Data,
  heads,
  readConversion,
  type TargetName,
  targetEntity,
  targetNames,
} from './conversion-request.ts'
import { follow, lastInteraction } from './following-records.ts'
import { type ConversionJournal, convertedColumns } from './journal.ts'
import { leadFields, namesPerson, targetValues } from './target-values.ts'

/** A record that the lead becomes. */
interface Outcome {
  readonly entity: 'AbEntry' | 'Opportunity'
  readonly id: string
  /** Null for an entry that existed before. */
  readonly version: number | null
}

/** A conversion whose lead is locked. */
interface Run {
  readonly call: OwnWrite
  readonly conversion: Conversion
  readonly lead: RecordRow
  /** The lead as the API shows it. */
  readonly shown: Data
  readonly targets: ReadonlyMap<TargetName, Data>
  /** The day of its last interaction; null without one. */
  readonly lastContact: string | null
}

export const convertLead = ownWrite('PayloadExecute', 'Payload', async call => {
  const conversion = readConversion(call)
  call.problems.throwIfAny()
  const run = await begin(call, conversion)
  const outcomes = new Map<TargetName, Outcome>()
  for (const name of targetNames) {
    const sent = run.targets.get(name)
    if (sent === undefined) continue
    const outcome = await outcomeOf(name, sent, run, outcomes)
    call.problems.throwIfAny()
    if (outcome) outcomes.set(name, outcome)
  }
  await finish(run, outcomes)
  const answer = [...outcomes].map(([name, { entity, id }]) => [name, { Key: encodeKey(entity, id) }])
  return { Data: Object.fromEntries(answer) }
})

async function begin(call: OwnWrite, conversion: Conversion): Promise<Run> {
  const { context, rows, problems, request } = call
  const here = `${conversion.path}.Key`
  const id = recordId(request.entity, conversion.lead, conversion.path, problems, context)
  problems.throwIfAny()
  const { model, survivorOf } = context.catalog
  const found = id === null ? null : await lockRecord(rows, model, context.caller, request.entity, survivorOf(id))
  if (!found) problems.add('UnknownKey', here, `${here}: there is no such Lead.`)
  else if (!found.mayWrite) problems.add('AccessDenied', here, `${here}: the record may be read, but not written.`)
  else if (found.row.conversion !== null) {
    const entry = found.row.ab_entry_key
    const into = typeof entry === 'string' ? ` to ${encodeKey('AbEntry', entry)}` : ''
    problems.add('RuleViolated', here, `${here}: the lead was converted${into}; Restore of its key undoes that.`)
  }
  problems.throwIfAny()
  const lead = (found as NonNullable<typeof found>).row
  const questions = recordQuestions({ rows, context, path: conversion.path, problems, update: async () => {} })
  const shown = (await questions.valuesOf('Lead', lead.id as string, leadFields(conversion))) as Data
  const last = await lastInteraction(rows, lead.id as string)
  const lastContact = last === null ? null : isoDay(last, 'UTC')
  return { call, conversion, lead, shown, targets: targetsOf(conversion, shown), lastContact }
}

/** Without an entry among the targets the lead decides: a company with a contact, or an individual. */
function targetsOf({ targets }: Conversion, lead: Data): ReadonlyMap<TargetName, Data> {
  const opportunity = targets.get('Opportunity')
  const hasEntry = [...targets.keys()].some(name => name !== 'Opportunity')
  if (hasEntry || (opportunity && !isEmpty(member(opportunity, 'AbEntryKey')))) return targets
  const usual: [TargetName, Data][] = isEmpty(lead.CompanyName)
    ? [['Individual', {}]]
    : [['Company', {}], ...(namesPerson(lead) ? [['Contact', {}] as [TargetName, Data]] : [])]
  return new Map([...usual, ...targets])
}

async function outcomeOf(
  name: TargetName,
  sent: Data,
  run: Run,
  outcomes: ReadonlyMap<TargetName, Outcome>,
): Promise<Outcome | null> {
  const { call, conversion } = run
  const { context, rows, path, problems } = call
  if (!isEmpty(member(sent, 'Key'))) return existing(name, sent, run, outcomes)
  const entity = context.catalog.model.entity(targetEntity(name))
  const head = heads.flatMap(each => outcomes.get(each) ?? [])[0]
  const type = typeOf(name, sent, run.shown)
  const values = targetValues({
    target: name,
    entity,
    sent: { ...sent, ...(type === null ? {} : { Type: type }) },
    rules: conversion.rules.get(name) ?? [],
    lead: run.shown,
    alone: !run.targets.has('Contact'),
  })
  for (const [field, value] of Object.entries(links(name, run, head, outcomes.get('Contact'))))
    if (value !== null && isEmpty(member(values, field))) values[field] = value
  const setting = { rows, context, options: { warnduplicates: conversion.warnsOfDuplicates }, hashes: new Map() }
  const draft = await writeRecord('Create', { entity, data: values, path: `${path}.Target.${name}` }, setting, problems)
  return draft && { entity: targetEntity(name), id: draft.id, version: Number(draft.row.version) }
}

/** The Type of a new entry; null for an opportunity, and where it was sent. */
function typeOf(name: TargetName, sent: Data, lead: Data): string | null {
  if (name === 'Opportunity' || !isEmpty(member(sent, 'Type'))) return null
  if (name !== 'AbEntry') return name
  if (!isEmpty(member(sent, 'ParentKey'))) return 'Contact'
  return isEmpty(lead.CompanyName) || namesPerson(lead) ? 'Individual' : 'Company'
}

/** What a new record gets from the conversion, where it was not sent. */
function links(name: TargetName, { shown, lastContact }: Run, head?: Outcome, contact?: Outcome): Data {
  const headKey = head ? encodeKey('AbEntry', head.id) : null
  if (name === 'Contact') return { ParentKey: headKey, LastContactDate: lastContact }
  if (name !== 'Opportunity') return { LastContactDate: lastContact }
  const contactKey = contact ? encodeKey('AbEntry', contact.id) : null
  return {
    AbEntryKey: headKey ?? contactKey,
    ContactKey: contactKey,
    Objective: shown.FullName ?? null,
    Leader: shown.AssignedTo ?? null,
  }
}

const types: Readonly<Record<string, string>> = { Company: 'Company', Individual: 'Individual', Contact: 'Contact' }

/** An entry that exists is taken as it is. */
async function existing(
  name: TargetName,
  sent: Data,
  { call }: Run,
  outcomes: ReadonlyMap<TargetName, Outcome>,
): Promise<Outcome | null> {
  const { context, rows, problems } = call
  const path = `${call.path}.Target.${name}`
  const here = `${path}.Key`
  if (name === 'Opportunity') {
    problems.add('KeyNotAllowed', here, `${here} must be null: a lead becomes a new opportunity.`)
    return null
  }
  const further = Object.keys(sent).find(each => each.toLowerCase() !== 'key' && !isEmpty(sent[each]))
  if (further !== undefined) {
    const message = `${path}.${further}: an entry that exists is not changed; send its Key alone.`
    problems.add('InvalidRequest', `${path}.${further}`, message)
  }
  const { model, survivorOf } = context.catalog
  const key = readKey(member(sent, 'Key'), ['AbEntry'], { path: here, problems, survivorOf })
  if (!key) return null
  const allowed = await allowedIds(rows, model, context.caller, model.entity('AbEntry'), [key.id], {
    mode: 'read',
    lock: 'share',
  })
  const row = allowed.has(key.id) ? await rows.one('ab_entry', { id: key.id }) : null
  if (!row) problems.add('UnknownKey', here, `${here}: there is no such AbEntry.`)
  else if (types[name] !== undefined && row.type !== types[name])
    problems.add('RuleViolated', here, `${here} needs a ${types[name]}, and this is a ${row.type}.`)
  else if (name === 'Contact' && heads.some(each => outcomes.has(each) && outcomes.get(each)?.id !== row.parent_key))
    problems.add('RuleViolated', here, `${here} belongs to another entry than the one beside it.`)
  return { entity: 'AbEntry', id: key.id, version: null }
}

/** Moves what hangs on the lead, archives the lead, and notes what was done. */
async function finish({ call, conversion, lead }: Run, outcomes: ReadonlyMap<TargetName, Outcome>): Promise<void> {
  const { rows, context } = call
  const id = lead.id as string
  const main = outcomes.get('Contact') ?? heads.flatMap(name => outcomes.get(name) ?? [])[0]
  const made: Unit = new Map()
  const versions: ConversionJournal['versions'][number][] = []
  for (const { entity, id: one, version } of outcomes.values()) {
    if (version === null) continue
    versions.push({ entity, id: one, version })
    const { model } = context.catalog
    for (const [holder, ids] of await collectUnit(rows, model, model.entity(entity), one))
      addToUnit(made, holder, [...ids])
  }
  const opportunity = outcomes.get('Opportunity')
  const entry = main?.id ?? (await entryOf(call, opportunity))
  const journal: ConversionJournal = {
    entry,
    made: Object.fromEntries([...made].map(([name, ids]) => [name, [...ids]])),
    versions,
    followers: await follow(rows, { lead: id, entry }, conversion),
    before: Object.fromEntries(convertedColumns.map(column => [column, lead[column] ?? null])),
  }
  await otherRecords({ rows, context }).changeRecord('Lead', id, {
    archived_date: lead.archived_date ?? context.now,
    ab_entry_key: entry,
    opportunity_key: opportunity?.id ?? lead.opportunity_key ?? null,
    conversion: JSON.stringify(journal),
  })
}

/** The contact, else the entry, of an opportunity that was made for an entry of its own. */
async function entryOf({ rows }: OwnWrite, opportunity: Outcome | undefined): Promise<string> {
  const row = opportunity ? await rows.one('opportunity', { id: opportunity.id }) : null
  return String(row?.contact_key ?? row?.ab_entry_key)
}
