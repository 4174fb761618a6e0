// Reads the request of a merge: the survivor, the records that are merged into it, and the fields that others decide.
import { Problems, refuse } from '../../base/errors.ts'
import { isEmpty, isObject, member, nameOf } from '../../base/text/json.ts'
import { readKey } from '../../fields/kinds/reference.ts'
import type { ModelField } from '../../model/model.ts'
import type { EntityRequest, OperationContext } from '../context.ts'

const mostFrom = 10

export interface MergeRequest {
  readonly path: string
  readonly survivor: string
  readonly from: readonly string[]
  /** The identifier of the record whose value a field takes. */
  readonly picks: ReadonlyMap<ModelField, string>
}

type Content = Record<string, unknown>

export function readMergeRequest(
  { entity, member: spelling, content }: EntityRequest,
  { caller, catalog: { findUid, survivorOf } }: OperationContext,
): MergeRequest {
  if (!entity.entity.merge) refuse('UnsupportedOperation', spelling, `${entity.name} does not take part in Merge.`)
  const path = `${spelling}.Data`
  const data = member(content as Content, 'Data')
  if (!isObject(data)) return refuse('InvalidRequest', path, `${path} takes an object, not ${nameOf(data)}.`)
  const problems = new Problems()
  const idOf = (value: unknown, at: string): string => {
    if (isEmpty(value)) problems.add('KeyRequired', at, `${at} is mandatory: it is the key of a record.`)
    const context = { path: at, problems, findUid, survivorOf, uid: caller.uid }
    return isEmpty(value) ? '' : (readKey(value, [entity.name], context)?.id ?? '')
  }
  const survivor = idOf(member(data, 'Key'), `${path}.Key`)
  const sent = member(data, 'From')
  const list = Array.isArray(sent) ? sent : isEmpty(sent) ? [] : [sent]
  if (list.length === 0 || list.length > mostFrom) {
    const message = `${path}.From takes 1 to ${mostFrom} keys of the records that are merged into ${path}.Key.`
    problems.add(list.length === 0 ? 'Required' : 'LimitExceeded', `${path}.From`, message)
  }
  const from = list.slice(0, mostFrom).map((key, i) => idOf(key, `${path}.From[${i}]`))
  from.forEach((id, i) => {
    const at = `${path}.From[${i}]`
    if (id === '') return
    if (id === survivor) problems.add('RuleViolated', at, `${at} is ${path}.Key itself, or was merged into it already.`)
    else if (from.indexOf(id) < i) problems.add('InvalidRequest', at, `${at} is there twice.`)
  })
  const picks = readPicks({ path, fields: member(data, 'Fields'), from: [survivor, ...from], idOf }, entity, problems)
  problems.throwIfAny()
  return { path, survivor, from, picks }
}

interface Picks {
  readonly path: string
  readonly fields: unknown
  readonly from: readonly string[]
  readonly idOf: (value: unknown, at: string) => string
}

function readPicks(
  { path, fields, from, idOf }: Picks,
  entity: EntityRequest['entity'],
  problems: Problems,
): Map<ModelField, string> {
  const picks = new Map<ModelField, string>()
  if (isEmpty(fields)) return picks
  const holder = `${path}.Fields`
  if (!isObject(fields)) {
    problems.add('InvalidRequest', holder, `${holder} is an object of keys by field, not ${nameOf(fields)}.`)
    return picks
  }
  for (const [name, key] of Object.entries(fields)) {
    const at = `${holder}.${name}`
    const field = entity.field(name)
    if (!field) problems.add('UnknownField', at, entity.unknownField(name))
    else if (!isMergeable(field)) problems.add('ReadOnlyField', at, `${at} cannot be chosen: it follows from others.`)
    else {
      const id = idOf(key, at)
      if (from.includes(id)) picks.set(field, id)
      else if (id !== '') problems.add('InvalidValue', at, `${at} takes the key of one of the records that are merged.`)
    }
  }
  return picks
}

/** Whether a merge may write the field. */
export const isMergeable = ({ field, name }: ModelField): boolean =>
  field.parse !== undefined &&
  !field.traits.readOnly &&
  !field.traits.fixed &&
  !field.view &&
  name !== 'SecAccess' &&
  name !== 'ExternalKeys' &&
  name !== 'Key'
