// Reading FieldOptions: for each field of the request its options, as far as its selector shows them.

import { Problems, Refusal, refuse } from '../../base/errors.ts'
import { isObject, member } from '../../base/json.ts'
import { joined } from '../../base/long-text.ts'
import type { ModelEntity } from '../../model/model.ts'
import { findSource } from '../../options/find-source.ts'
import { optionsOf } from '../../options/index.ts'
import type { OptionSet } from '../../options/option-set.ts'
import { leavesOut, pick, readSelector } from '../../options/select.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { prepareRead, read } from './read.ts'

/** Gives what stands under the entity's name in the answer. */
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
): Promise<unknown[]> {
  const path = `${request.member}.FieldOptions.${name}`
  const source = findSource(context.catalog.model, entity, name, path)
  const { shape, items } = await ('records' in source
    ? recordOptions(source.records, context)
    : optionsOf(source, context, request, options))
  const selection = readSelector(selector, shape, path, problems)
  return selection === null ? [] : items.map(item => pick(item, selection))
}

const recordShape = { Key: 'key', Value: true, Name: true, DisplayValue: true } as const

/** The records that the field can refer to: as many as a Read gives, in the order of their keys. */
async function recordOptions(name: string, context: OperationContext): Promise<OptionSet> {
  const entity = context.catalog.model.entity(name)
  const content = { Scope: { Fields: { Key: 1, DisplayValue: 1 } } }
  const text = await read(prepareRead({ member: name, entity, log: false, content }, context))
  const { Data } = JSON.parse(joined(text)) as { Data: { Key: string; DisplayValue: string | null }[] }
  const items = Data.map(({ Key, DisplayValue: name }) => ({ Key, Value: name, Name: name, DisplayValue: name }))
  return { shape: recordShape, items }
}
