// Reads FieldOptions: the options of each field of the request, with the members that its selector names.

import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { isEmpty, isObject, member } from '../../base/text/json.ts'
import { joined } from '../../base/text/long-text.ts'
import type { RecordSource } from '../../fields/option-source.ts'
import type { ModelEntity } from '../../model/model.ts'
import { dataAt } from '../../options/data.ts'
import { findSource, hasOwnOptions } from '../../options/find-source.ts'
import { optionsOf } from '../../options/index.ts'
import type { OptionSet } from '../../options/option-set.ts'
import { leavesOut, pick, readSelector } from '../../options/select.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { workflowOptions } from '../workflows/workflow-options.ts'
import { prepareRead, read } from './read.ts'

/** Returns the content of the entity member of the answer. */
export async function readFieldOptions(request: EntityRequest, context: OperationContext): Promise<object> {
  const path = `${request.member}.FieldOptions`
  const { entity } = request
  const asked = member(request.content, 'FieldOptions')
  if (!isObject(asked)) return refuse('InvalidRequest', path, `${path} takes an object that names fields.`)
  const sent = member(request.content, 'Options')
  const options = isObject(sent) ? sent : {}
  const problems = new Problems()
  const shown: Record<string, unknown> = {}
  for (const [name, selector] of Object.entries(asked)) {
    if (leavesOut(selector)) continue
    try {
      shown[name] = await listOptions(name, selector, entity, request, options, context, problems)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.addRefusal(error)
    }
  }
  problems.throwIfAny()
  return { FieldOptions: shown }
}

async function listOptions(
  name: string,
  selector: unknown,
  entity: ModelEntity,
  request: EntityRequest,
  options: Record<string, unknown>,
  context: OperationContext,
  problems: Problems,
): Promise<unknown> {
  const path = `${request.member}.FieldOptions.${name}`
  if (isObject(selector) && holdsFields(name, selector, entity, context)) {
    const inner: Record<string, unknown> = {}
    for (const [sub, of] of Object.entries(selector)) {
      if (leavesOut(of)) continue
      inner[sub] = await listOptions(`${name}/${sub}`, of, entity, request, options, context, problems)
    }
    return inner
  }
  const { shape, items } = await optionsFor(name, path, request, options, context)
  const selection = readSelector(selector, shape, path, problems)
  return selection === null ? [] : items.map(item => pick(item, selection))
}

async function optionsFor(
  name: string,
  path: string,
  request: EntityRequest,
  options: Record<string, unknown>,
  context: OperationContext,
): Promise<OptionSet> {
  const further = workflowOptions(request.entity, name)
  if (further) return further(request, context)
  const source = findSource(context.catalog.model, request.entity, name, path)
  return 'records' in source ? recordOptions(source, request, context) : optionsOf(source, context, request, options)
}

/** Whether an object names sub-fields with options of their own, such as `SecAccess: {Read: [...]}`, and no members of an option. */
const holdsFields = (
  name: string,
  selector: Record<string, unknown>,
  entity: ModelEntity,
  { catalog }: OperationContext,
): boolean => {
  const names = Object.keys(selector)
  if (names.length === 0) return false
  return names.every(sub => {
    const inner = `${name}/${sub}`
    return workflowOptions(entity, inner) !== undefined || hasOwnOptions(catalog.model, entity, inner)
  })
}

const recordShape = { Key: 'key', Value: true, Name: true, DisplayValue: true } as const

/** The records that the field can refer to: as many as a Read returns, in the order of their keys. */
async function recordOptions(
  { records: name, within }: RecordSource,
  request: EntityRequest,
  context: OperationContext,
): Promise<OptionSet> {
  const entity = context.catalog.model.entity(name)
  const holder = within === undefined ? undefined : dataAt(request, within)
  const SearchQuery = within === undefined || isEmpty(holder) ? {} : { [within]: holder }
  const content = { Scope: { Fields: { Key: 1, DisplayValue: 1 } }, Criteria: { SearchQuery } }
  const text = await read(prepareRead({ member: name, entity, log: false, content }, context))
  const { Data } = JSON.parse(joined(text)) as { Data: { Key: string; DisplayValue: string | null }[] }
  const items = Data.map(({ Key, DisplayValue: name }) => ({ Key, Value: name, Name: name, DisplayValue: name }))
  return { shape: recordShape, items }
}
