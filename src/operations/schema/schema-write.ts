// Creates, updates and deletes user-defined fields for Create, Update and Delete of Schema.

import { Problems, refuse } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import { fixedLimits } from '../../config/limits.ts'
import type { WriteOperation } from '../../entities/entity.ts'
import { readCatalog } from '../../model/catalog.ts'
import type { ModelEntity } from '../../model/model.ts'
import { splitPath } from '../../model/resolve.ts'
import { type Udf, udfField, udfPath } from '../../model/udf.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Tx } from '../../storage/store.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { RowStore } from '../rows/row-store.ts'
import { entityOf, readUdfData, type UdfData } from './udf-data.ts'
import { changeItems, makeItems, removeUdf, type SchemaWrite } from './udf-rows.ts'
import { checkRule, lastingRule, looksAt } from './udf-rule.ts'

/** Returns the entity's member of the answer: the members that were sent, with the key. */
export async function writeSchema(
  operation: WriteOperation,
  tx: Tx,
  request: EntityRequest,
  context: OperationContext,
): Promise<Record<string, unknown>> {
  const path = `${request.member}.Data`
  if (operation === 'Restore' || operation === 'Upsert')
    refuse('UnsupportedOperation', request.member, `Schema does not take part in ${operation}.`)
  if (!context.caller.admin) refuse('AdministratorRequired', request.member, 'Only an administrator may write Schema.')
  const data = member(request.content, 'Data')
  const many = Array.isArray(data)
  const problems = new Problems()
  const rows = new RowStore(tx, context.store.dialect, context.caller.db)
  // Serializes definitions within a database, since names must be unique.
  await rows.next('alone:udf')
  const answers: unknown[] = []
  for (const [i, record] of (many ? data : [data]).entries()) {
    const here = many ? `${path}[${i}]` : path
    if (!isObject(record)) {
      problems.add('InvalidRequest', here, `${here} takes an object, not ${nameOf(record)}.`)
      continue
    }
    const catalog = await readCatalog(tx, context.store.dialect, context.caller.db)
    const write = { rows, context, catalog, problems }
    const key = await operations[operation](record, here, write)
    if (key !== null) answers.push(operation === 'Delete' ? { Key: key } : echo(record, key))
  }
  problems.throwIfAny()
  await tx.publish(topics.catalog, context.caller.db)
  return { Data: many ? answers : answers[0] }
}

type Members = Readonly<Record<string, unknown>>
type SchemaOperation = (sent: Members, path: string, write: SchemaWrite) => Promise<string | null>

const create: SchemaOperation = async (sent, path, write) => {
  const { problems, catalog, context, rows } = write
  const before = problems.count
  const entity = entityOf(sent, catalog.model, path, problems)
  const data = readUdfData(sent, path, null, entity, context.limits.writeRecords, problems)
  if (data.name === undefined) require(`${path}.Name`, problems)
  if (data.type === undefined) require(`${path}.Type`, problems)
  if (!entity || data.name === undefined || data.type === undefined) return null
  const udf = completed(
    data,
    {
      typeId: 0,
      entity: entity.name,
      name: data.name,
      tag: null,
      type: data.type,
      attributes: {},
      appliesTo: [],
      inactive: false,
      description: null,
      requestedBy: null,
      alwaysMandatory: false,
      mandatoryRule: null,
      folder: await folderOf(data, null, entity, write),
    },
    entity,
  )
  check(udf, data, entity, write)
  if (problems.count > before) return null
  const fields = catalog.model.entities.reduce((sum, { udfs }) => sum + udfs.length, 0)
  if (fields >= fixedLimits.userFields) {
    problems.add('LimitExceeded', path, `A database has at most ${fixedLimits.userFields} user-defined fields.`)
    return null
  }
  const defined = { ...udf, typeId: await rows.next('udf') }
  await rows.insert('udf', rowOf(defined))
  await makeItems(defined, data, write)
  return keyOf(defined, context)
}

const update: SchemaOperation = async (sent, path, write) => {
  const { problems, context, rows } = write
  const before = problems.count
  const found = findUdf(sent, path, write)
  if (!found) return null
  const { entity, udf: stored } = found
  const data = readUdfData(sent, path, stored, entity, context.limits.writeRecords, problems)
  if (data.type !== undefined && data.type !== stored.type) {
    problems.add('Unchangeable', `${path}.Type`, `${path}.Type cannot be changed; it is ${stored.type}.`)
  }
  const folder = await folderOf(data, stored.folder, entity, write)
  const udf = completed(data, { ...stored, folder }, entity)
  checkStorage(stored, udf, path, problems)
  check(udf, data, entity, write)
  if (problems.count > before) return null
  const { type_id: _typeId, ...columns } = rowOf(udf)
  await rows.update('udf', columns, { type_id: stored.typeId })
  await changeItems(stored, udf, data, write)
  return keyOf(udf, context)
}

const remove: SchemaOperation = async (sent, path, write) => {
  const found = findUdf(sent, path, write)
  if (!found) return null
  const { entity, udf } = found
  const needs = entity.udfs.find(other => other.typeId !== udf.typeId && looksAt(other.mandatoryRule, udf))
  if (needs) {
    const message = `"${udf.name}" cannot be deleted: the rule by which "${needs.name}" is mandatory looks at it.`
    write.problems.add('RuleViolated', `${path}.Key`, message)
    return null
  }
  await removeUdf(udf, write)
  return keyOf(udf, write.context)
}

const operations = { Create: create, Update: update, Delete: remove }

const require = (path: string, problems: Problems): void => {
  if (!problems.list.some(p => p.path === path)) problems.add('Required', path, `${path} is mandatory.`)
}

const keyOf = (udf: Udf, { settings }: OperationContext): string =>
  settings.absoluteSchemaKeys ? `/${udf.entity}/${udfPath(udf)}` : udfPath(udf)

/** The stored field with the members that were sent. */
const completed = (data: UdfData, stored: Udf, entity: ModelEntity): Udf => ({
  ...stored,
  name: data.name ?? stored.name,
  tag: data.tag === undefined ? stored.tag : data.tag,
  description: data.description === undefined ? stored.description : data.description,
  requestedBy: data.requestedBy === undefined ? stored.requestedBy : data.requestedBy,
  attributes: data.attributes ?? stored.attributes,
  appliesTo: data.appliesTo ?? stored.appliesTo,
  inactive: data.inactive ?? stored.inactive,
  alwaysMandatory: data.alwaysMandatory ?? stored.alwaysMandatory,
  mandatoryRule: data.rule === undefined ? stored.mandatoryRule : lastingRule(data.rule, entity),
})

/** The folder that was sent, which must be one for fields of this entity; `stored` when none was sent. */
async function folderOf(
  { folder, path }: UdfData,
  stored: Udf['folder'],
  { name, types }: ModelEntity,
  { rows, problems }: SchemaWrite,
): Promise<Udf['folder']> {
  if (folder === undefined) return stored
  if (folder === null) return null
  const row = await rows.one('folder', { id: folder, deleted: null }, { lock: 'share' })
  const here = `${path}.Folder`
  if (!row) problems.add('UnknownKey', here, `${here}: there is no such Folder.`)
  const words = [name, ...types].map(fold)
  const applies = row !== null && (await rows.exists('folder_applies_to', { owner: folder, item: words }))
  if (row && !applies) problems.add('RuleViolated', here, `${here}: the folder is not for fields of ${name}.`)
  return row && { id: folder, path: String(row.path) }
}

function check(udf: Udf, data: UdfData, entity: ModelEntity, { catalog, problems, context }: SchemaWrite): void {
  const { path } = data
  const others = entity.udfs.filter(other => other.typeId !== udf.typeId)
  const beside = others.filter(other => overlaps(other, udf))
  if (beside.some(other => other.folder?.id === udf.folder?.id && fold(other.name) === fold(udf.name))) {
    problems.add('AlreadyExists', `${path}.Name`, `${entity.name} has a field called "${udf.name}" already.`)
  }
  if (udf.tag !== null && others.some(other => other.tag !== null && fold(other.tag) === fold(udf.tag ?? ''))) {
    problems.add('AlreadyExists', `${path}.TAG`, `${entity.name} has a field with the tag "${udf.tag}" already.`)
  }
  if (data.items !== undefined && (udf.type !== 'EnumField<StringItem>' || udf.attributes.YesNo === true)) {
    const message = `${path}.Items are for an EnumField<StringItem> that is not YesNo, whose items are fixed.`
    problems.add('FieldNotApplicable', `${path}.Items`, message)
  }
  if (udf.attributes.Date === false && udf.attributes.Time !== true) {
    problems.add(
      'InvalidValue',
      `${path}.Attributes`,
      `${path}.Attributes: a DateTimeField has a Date, a Time, or both.`,
    )
  }
  if (data.rule) {
    checkRule(data.rule, catalog.model, entity, `${path}.Mandatory.Rule`, context.limits, problems)
  }
}

/** Whether a record can have both fields. Those of different custom entities may have one name, since each has its own words. */
const overlaps = (one: Udf, other: Udf): boolean =>
  one.appliesTo.length === 0 ||
  other.appliesTo.length === 0 ||
  !one.appliesTo[0]?.startsWith('Custom:') ||
  one.appliesTo.some(type => other.appliesTo.includes(type))

/** Stored values stay in place, so attributes that decide where values are stored cannot change. */
function checkStorage(stored: Udf, udf: Udf, path: string, problems: Problems): void {
  const moved = udfField(stored).column !== udfField(udf).column
  if (!moved && (stored.attributes.YesNo === true) === (udf.attributes.YesNo === true)) return
  const names = udf.type === 'DateTimeField' ? 'Date and Time' : 'YesNo'
  problems.add('Unchangeable', `${path}.Attributes`, `${path}.Attributes: ${names} cannot be changed afterwards.`)
}

const rowOf = (udf: Udf) => ({
  type_id: udf.typeId,
  entity: udf.entity,
  name: udf.name,
  name_f: fold(udf.name),
  tag: udf.tag,
  type: udf.type,
  attributes: JSON.stringify(udf.attributes),
  applies_to: JSON.stringify(udf.appliesTo),
  inactive: Number(udf.inactive),
  description: udf.description,
  requested_by: udf.requestedBy,
  folder: udf.folder?.id ?? null,
  folder_path: udf.folder?.path ?? null,
  always_mandatory: Number(udf.alwaysMandatory),
  mandatory_rule: udf.mandatoryRule === null ? null : JSON.stringify(udf.mandatoryRule),
})

/** Finds a field by its key in any spelling, also without the entity where the field is unambiguous. */
function findUdf(sent: Members, path: string, write: SchemaWrite): { entity: ModelEntity; udf: Udf } | null {
  const here = `${path}.Key`
  const { model } = write.catalog
  const key = member(sent, 'Key')
  if (typeof key !== 'string' || key === '') {
    write.problems.add('KeyRequired', here, `${here} is mandatory: it says which field is meant.`)
    return null
  }
  const steps = splitPath(key.trim())
  const absolute = steps[0] === ''
  const entities = absolute ? [model.find(steps[1] ?? '')].filter(e => e !== undefined) : model.entities
  const name = (absolute ? steps.slice(2) : steps).join('/')
  const found = entities.flatMap(entity => {
    const field = entity.field(name)
    return field ? [{ entity, udf: field.udf }] : []
  })
  const [only] = found
  if (only?.udf && found.length === 1) return { entity: only.entity, udf: only.udf }
  if (only && !only.udf) {
    write.problems.add('ReadOnlyField', here, `${name} is a field of the product, which cannot be changed.`)
  } else if (only)
    write.problems.add('InvalidValue', here, `${here} is the key of several fields: begin with the entity.`)
  else write.problems.add('UnknownKey', here, `${here}: there is no such field.`)
  return null
}

function echo(sent: Members, key: string): Record<string, unknown> {
  const spelling = Object.keys(sent).find(name => name.toLowerCase() === 'key') ?? 'Key'
  return { [spelling]: key, ...Object.fromEntries(Object.entries(sent).filter(([name]) => name !== spelling)) }
}
