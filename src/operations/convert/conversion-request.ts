// Reads the request of a conversion: the lead, the records that it becomes, and the rules by which their values are taken from it.
import type { Problems } from '../../base/errors.ts'
import { asList, isEmpty, isObject, member, nameOf } from '../../base/text/json.ts'
import type { ModelEntity } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'
import type { OwnWrite } from '../write/own-write.ts'

/** What a lead becomes, in the order in which the records are made. */
export const targetNames = ['Company', 'Individual', 'AbEntry', 'Contact', 'Opportunity'] as const
export type TargetName = (typeof targetNames)[number]

/** The entries that a contact and an opportunity belong to: a lead becomes one of them. */
export const heads: readonly TargetName[] = ['Company', 'Individual', 'AbEntry']

export type Data = Record<string, unknown>

/** A field of the new record whose value is that of a field of the lead. */
export interface ValueRule {
  readonly destination: string
  readonly source: string
  /** The value that was sent with the source; undefined when the stored lead has it. */
  readonly value: unknown
}

export interface Conversion {
  /** The key as it was sent. */
  readonly lead: unknown
  /** The path of the lead. */
  readonly path: string
  /** The fields that were sent; empty when the lead decides what it becomes. */
  readonly targets: ReadonlyMap<TargetName, Data>
  readonly rules: ReadonlyMap<TargetName, readonly ValueRule[]>
  readonly notes: boolean
  readonly documents: boolean
  readonly warnsOfDuplicates: boolean
}

const mostRules = 500

export const targetEntity = (name: TargetName): 'AbEntry' | 'Opportunity' =>
  name === 'Opportunity' ? 'Opportunity' : 'AbEntry'

export function readConversion(call: OwnWrite): Conversion {
  const { data, path, problems, request } = call
  known(data, ['Source', 'Target', 'Rules'], path, problems)
  const source = objectAt(data, 'Source', path, problems)
  known(source, ['Lead'], `${path}.Source`, problems)
  const here = `${path}.Source.Lead`
  const sent = objectAt(source, 'Lead', `${path}.Source`, problems)
  const lead = member(sent, 'Key')
  if (isEmpty(lead))
    problems.add('KeyRequired', `${here}.Key`, `${here}.Key is mandatory: it says which lead is meant.`)
  const targets = readTargets(objectAt(data, 'Target', path, problems), `${path}.Target`, problems)
  const rules = readRules(call, objectAt(data, 'Rules', path, problems), sent)
  const options = member(request.content as Data, 'Options')
  const option = (name: string) => (isObject(options) ? member(options, name) : undefined)
  return {
    lead,
    path: here,
    targets,
    rules,
    notes: option('CopyNotes') !== false,
    documents: option('CopyDocuments') !== false,
    warnsOfDuplicates: option('WarnDuplicates') === true,
  }
}

function known(data: Data, names: readonly string[], path: string, problems: Problems): void {
  for (const name of Object.keys(data)) {
    if (names.some(each => each.toLowerCase() === name.toLowerCase()) || isEmpty(data[name])) continue
    const has = `There are ${names.join(', ')}.`
    problems.add(
      'InvalidRequest',
      `${path}.${name}`,
      suggest => `There is no ${name} here.${suggest(name, names)} ${has}`,
    )
  }
}

/** An object that may be left out. */
function objectAt(holder: Data, name: string, path: string, problems: Problems): Data {
  const value = member(holder, name) ?? {}
  if (isObject(value)) return value
  problems.add('WrongType', `${path}.${name}`, `${path}.${name} takes an object, not ${nameOf(value)}.`)
  return {}
}

function readTargets(target: Data, path: string, problems: Problems): Map<TargetName, Data> {
  known(target, targetNames, path, problems)
  const targets = new Map<TargetName, Data>()
  for (const name of targetNames) {
    // An empty object asks for the record with the values of the lead.
    if (!isObject(member(target, name)) && isEmpty(member(target, name))) continue
    targets.set(name, objectAt(target, name, path, problems))
  }
  const several = heads.filter(name => targets.has(name))
  if (several.length > 1)
    problems.add('InvalidRequest', path, `${path} has one of ${heads.join(', ')}, and this has ${several.join(', ')}.`)
  return targets
}

function readRules({ path: data, problems, context }: OwnWrite, all: Data, sent: Data): Map<TargetName, ValueRule[]> {
  const path = `${data}.Rules`
  known(all, targetNames, path, problems)
  const rules = new Map<TargetName, ValueRule[]>()
  let count = 0
  for (const name of targetNames) {
    const list = asList(member(all, name) ?? null)
    count += list.length
    if (list.length === 0 || count > mostRules) continue
    const entity = context.catalog.model.entity(targetEntity(name))
    const lead = context.catalog.model.entity('Lead')
    const readable = list.map((one, i) => {
      const here = `${path}.${name}[${i}]`
      const destination = fieldOf(one, 'Destination', [entity, [name]], here, problems)
      const source = fieldOf(one, 'Source', [lead, []], here, problems)
      return destination === null || source === null ? [] : [{ destination, source, value: valueAt(sent, source) }]
    })
    rules.set(name, readable.flat())
  }
  if (count > mostRules)
    problems.add('LimitExceeded', path, `${path} has ${count} rules; at most ${mostRules} are allowed.`)
  return rules
}

/** The path of a field from its entity on; it may begin with the entity, or the name of the target, and a slash before that. */
function fieldOf(
  rule: unknown,
  side: 'Destination' | 'Source',
  [entity, further]: readonly [ModelEntity, readonly string[]],
  path: string,
  problems: Problems,
): string | null {
  const here = `${path}.${side}`
  const value = isObject(rule) ? member(rule, side) : undefined
  if (typeof value !== 'string' || value === '') {
    problems.add('Required', here, `${here} is mandatory: it is the name of a field.`)
    return null
  }
  const steps = splitPath(value)
  if (steps[0] === '') steps.shift()
  const holders = [entity.name, ...further].map(name => name.toLowerCase())
  if (steps.length > 1 && holders.includes((steps[0] ?? '').toLowerCase())) steps.shift()
  const first = steps[0] ?? ''
  if (entity.field(first)) return steps.join('/')
  problems.add('UnknownField', here, entity.unknownField(first))
  return null
}

/** The value of a path among the fields that were sent; undefined when it is not there. */
function valueAt(sent: Data, path: string): unknown {
  const whole = member(sent, path)
  if (whole !== undefined) return whole
  let value: unknown = sent
  for (const step of splitPath(path)) {
    if (!isObject(value)) return undefined
    value = member(value, step)
  }
  return value
}
