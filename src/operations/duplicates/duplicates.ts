// Runs Duplicates: finds groups of records that may be the same person or company, or remembers that some are not.
import { Problems, refuse } from '../../base/errors.ts'
import { isEmpty, isObject, member, nameOf } from '../../base/text/json.ts'
import { readKey } from '../../fields/kinds/reference.ts'
import { encodeKey } from '../../fields/record-key.ts'
import { type EntityRequest, type OperationContext, partDone } from '../context.ts'
import { readIds } from '../read/read-keys.ts'
import { ignorePairs, readIgnored, sharedMatchKeys } from './match-search.ts'
import { type DuplicateGroup, duplicateGroups } from './pair-scores.ts'

type Content = Record<string, unknown>

const usualTop = 50
const mostTop = 500
/** With so many records that meet the Criteria, their keys are searched; with more, all keys are. */
const mostCriteriaRecords = 2_000
const mostIgnored = 50
/** Groups whose members are looked up at a time. */
const batch = 200

const changesIgnored = ({ content }: EntityRequest): boolean => !isEmpty(member(content as Content, 'Ignore'))

export async function findDuplicates(request: EntityRequest, context: OperationContext): Promise<Content> {
  const { entity, member: spelling } = request
  if (!entity.entity.matchKeys)
    refuse('UnsupportedOperation', spelling, `${entity.name} does not take part in Duplicates.`)
  if (changesIgnored(request)) return ignore(request, context)
  const criteria = criteriaOf(request)
  const top = topOf(request)
  const meeting = criteria && (await readIds(request, criteria, null, mostCriteriaRecords + 1, context))
  const few = meeting !== null && meeting.length <= mostCriteriaRecords ? meeting : null
  const rows = await sharedMatchKeys(context, few)
  const ignored = await readIgnored(context, [...new Set(rows.map(({ owner }) => owner))])
  const groups = await duplicateGroups(rows, ignored)
  const Data: object[] = []
  for (let at = 0; at < groups.length && Data.length < top; at += batch) {
    partDone(context, Data.length, Math.min(top, groups.length))
    for (const group of await readable(request, groups.slice(at, at + batch), criteria, context))
      Data.push({ Score: group.score, Reasons: group.reasons, Keys: group.ids.map(id => encodeKey(entity.name, id)) })
  }
  partDone(context, top, top)
  return { Data: Data.slice(0, top) }
}

/** The groups without the records that the caller may not read, of which one record meets the Criteria. */
async function readable(
  request: EntityRequest,
  groups: readonly DuplicateGroup[],
  criteria: Content | null,
  context: OperationContext,
): Promise<DuplicateGroup[]> {
  const ids = [...new Set(groups.flatMap(group => group.ids))]
  const visible = new Set(await readIds(request, null, ids, ids.length, context))
  const meeting = criteria && new Set(await readIds(request, criteria, [...visible], visible.size, context))
  return groups
    .map(group => ({ ...group, ids: group.ids.filter(id => visible.has(id)) }))
    .filter(group => group.ids.length > 1 && (!meeting || group.ids.some(id => meeting.has(id))))
}

function criteriaOf({ member: spelling, content }: EntityRequest): Content | null {
  const criteria = member(content as Content, 'Criteria')
  if (isEmpty(criteria)) return null
  const path = `${spelling}.Criteria`
  if (!isObject(criteria)) return refuse('InvalidRequest', path, `${path} is an object, not ${nameOf(criteria)}.`)
  if (isEmpty(member(criteria, 'Top'))) return Object.keys(criteria).length === 0 ? null : criteria
  return refuse('InvalidRequest', `${path}.Top`, `${path}.Top is for a Read; Duplicates takes ${spelling}.Top.`)
}

function topOf({ member: spelling, content }: EntityRequest): number {
  const top = member(content as Content, 'Top')
  if (isEmpty(top)) return usualTop
  const path = `${spelling}.Top`
  if (typeof top === 'number' && Number.isInteger(top) && top >= 1 && top <= mostTop) return top
  return refuse('LimitExceeded', path, `${path} is a whole number from 1 to ${mostTop}.`)
}

async function ignore(request: EntityRequest, context: OperationContext): Promise<Content> {
  const { entity, member: spelling, content } = request
  const path = `${spelling}.Ignore`
  if (!context.caller.scope.includes('data'))
    refuse('InsufficientScope', path, `The scope of the access token does not allow ${path}: it takes data.`)
  const keys = member(content as Content, 'Ignore')
  if (!Array.isArray(keys) || keys.length < 2 || keys.length > mostIgnored)
    return refuse('InvalidValue', path, `${path} takes a list of 2 to ${mostIgnored} keys of ${entity.name}.`)
  const problems = new Problems()
  const { findUid, survivorOf } = context.catalog
  const ids = keys.map(
    (key, i) => readKey(key, [entity.name], { path: `${path}[${i}]`, problems, findUid, survivorOf })?.id ?? '',
  )
  problems.throwIfAny()
  const known = new Set(await readIds(request, null, [...new Set(ids)], ids.length, context))
  ids.forEach((id, i) => {
    if (!known.has(id)) problems.add('UnknownKey', `${path}[${i}]`, `${path}[${i}]: there is no such ${entity.name}.`)
  })
  problems.throwIfAny()
  const options = member(content as Content, 'Options')
  const remove = isObject(options) && member(options, 'Remove') === true
  const pairs = await ignorePairs(context, ids, remove)
  return { Pairs: pairs }
}
