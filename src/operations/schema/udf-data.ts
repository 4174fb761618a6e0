// Parses and checks the definition of a user-defined field, before anything is stored.
import type { Problems } from '../../base/errors.ts'
import { asList, isObject, member, nameOf } from '../../base/text/json.ts'
import { takesUdfs } from '../../entities/entity.ts'
import { checkText, wrongType } from '../../fields/checks.ts'
import { readKey } from '../../fields/kinds/reference.ts'
import { itemKeys } from '../../fields/option-source.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import { udfTypes } from '../../model/udf.ts'
import { type ItemEdit, readItems } from '../../options/item-edit.ts'
import { readAttributes } from './udf-attributes.ts'

/** The members that were sent; the others are undefined. */
export interface UdfData {
  readonly path: string
  readonly type: string | undefined
  readonly name: string | undefined
  readonly tag: string | null | undefined
  readonly description: string | null | undefined
  readonly requestedBy: string | null | undefined
  readonly inactive: boolean | undefined
  readonly alwaysMandatory: boolean | undefined
  /** Null removes the rule. */
  readonly rule: Record<string, unknown> | null | undefined
  /** Types of the entity; empty means all types. */
  readonly appliesTo: readonly string[] | undefined
  readonly attributes: Readonly<Record<string, unknown>> | undefined
  readonly items: readonly ItemEdit[] | undefined
  /** The identifier of a folder; null for the root. */
  readonly folder: string | null | undefined
}

/** The members that a write of Schema accepts. */
export const writtenMembers: readonly string[] = [
  'Key',
  'Type',
  'Name',
  'AppliesTo',
  'Attributes',
  'Items',
  'TAG',
  'Folder',
  'Inactive',
  'Description',
  'RequestedBy',
  'AlwaysMandatory',
  'Mandatory',
]
const readOnly = [
  'Alias',
  'Sortable',
  'Nullable',
  'Assignable',
  'ReadOnly',
  'Queryable',
  'HasOption',
  'Formula',
  'DisplayValue',
]

const itemForm = { keys: itemKeys({}), categories: false }

type Members = Readonly<Record<string, unknown>>

/** `type` is that of the stored field on Update; `entity` is null when it is unknown. */
export function readUdfData(
  sent: Members,
  path: string,
  stored: { readonly type: string; readonly attributes: Members } | null,
  entity: ModelEntity | null,
  itemLimit: number,
  problems: Problems,
): UdfData {
  checkMembers(sent, path, problems)
  const type = readType(member(sent, 'Type'), `${path}.Type`, problems)
  const [items, attributes] = [member(sent, 'Items'), member(sent, 'Attributes')]
  return {
    path,
    type,
    name: readName(member(sent, 'Name'), `${path}.Name`, problems),
    tag: readTag(member(sent, 'TAG'), `${path}.TAG`, problems),
    description: readText(member(sent, 'Description'), 4_000, `${path}.Description`, problems),
    requestedBy: readText(member(sent, 'RequestedBy'), 120, `${path}.RequestedBy`, problems),
    inactive: readFlag(member(sent, 'Inactive'), `${path}.Inactive`, problems),
    ...readMandatory(sent, path, problems),
    appliesTo: entity ? readAppliesTo(member(sent, 'AppliesTo'), entity, `${path}.AppliesTo`, problems) : undefined,
    attributes:
      attributes === undefined
        ? undefined
        : readAttributes(attributes, stored?.type ?? type ?? '', `${path}.Attributes`, problems),
    folder: readFolder(member(sent, 'Folder'), `${path}.Folder`, problems),
    items: items === undefined ? undefined : readItems(items, `${path}.Items`, itemForm, itemLimit, problems),
  }
}

function checkMembers(sent: Members, path: string, problems: Problems): void {
  const isOneOf = (names: readonly string[], name: string) => names.some(n => n.toLowerCase() === name.toLowerCase())
  for (const [name, value] of Object.entries(sent)) {
    const here = `${path}.${name}`
    if (isOneOf(writtenMembers, name) || (isOneOf(readOnly, name) && value === null)) continue
    if (isOneOf(readOnly, name))
      problems.add('ReadOnlyField', here, `${here} follows from the rest and cannot be written.`)
    else problems.add('UnknownField', here, suggest => `There is no ${name} in Schema.${suggest(name, writtenMembers)}`)
  }
}

function readType(value: unknown, path: string, problems: Problems): string | undefined {
  if (value === undefined || value === null) return undefined
  const plain = typeof value === 'string' ? value.replaceAll(' ', '').toLowerCase() : ''
  const type = udfTypes.find(t => t.toLowerCase() === plain || t.toLowerCase() === `${plain}<stringitem>`)
  if (type === undefined) problems.add('InvalidValue', path, `${path} is one of ${udfTypes.join(', ')}.`)
  return type
}

const readText = (value: unknown, max: number, path: string, problems: Problems): string | null | undefined =>
  value === undefined ? undefined : checkText(value, max, { path, problems })

/** The name is written in brackets, `$NAME(...)`, so its own brackets must be balanced. */
function readName(value: unknown, path: string, problems: Problems): string | undefined {
  const name = readText(value, 120, path, problems)?.trim()
  if (value !== undefined && name === undefined && !problems.list.some(p => p.path === path)) {
    problems.add('Required', path, `${path} must not be empty.`)
  }
  if (name === undefined) return undefined
  let depth = 0
  for (const char of name) {
    if (char === '(') depth++
    if (char === ')' && --depth < 0) break
  }
  if (depth !== 0) problems.add('InvalidValue', path, `${path} has a bracket without its other half.`)
  return name
}

function readTag(value: unknown, path: string, problems: Problems): string | null | undefined {
  const tag = readText(value, 80, path, problems)
  if (typeof tag === 'string' && tag.includes(')')) {
    problems.add('InvalidValue', path, `${path} has a closing bracket, which ends the tag in "Udf/$TAG(...)".`)
  }
  return tag
}

/** The key of a folder, or that of the root. */
function readFolder(value: unknown, path: string, problems: Problems): string | null | undefined {
  if (value === undefined) return undefined
  const context = { path, problems, creating: false, uid: '', corporateCurrency: '', current: {} }
  const key = readKey(value, ['Folder', 'UdfSetup', 'RootFolder'], context)
  return key?.kind === 'Folder' ? key.id : key && null
}

function readFlag(value: unknown, path: string, problems: Problems): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined
  wrongType({ path, problems }, 'true or false', value)
  return undefined
}

/** `Mandatory` is true, false, or an object with a Rule; `AlwaysMandatory` is another way to send true or false. */
function readMandatory(sent: Members, path: string, problems: Problems): Pick<UdfData, 'alwaysMandatory' | 'rule'> {
  const always = readFlag(member(sent, 'AlwaysMandatory'), `${path}.AlwaysMandatory`, problems)
  const value = member(sent, 'Mandatory')
  if (value === undefined) return { alwaysMandatory: always, rule: undefined }
  if (value === null || typeof value === 'boolean') return { alwaysMandatory: always ?? value ?? false, rule: null }
  const here = `${path}.Mandatory`
  const rule = isObject(value) ? member(value, 'Rule') : undefined
  if (rule === null || isObject(rule)) return { alwaysMandatory: always, rule }
  const expected = 'true, false, or an object with a Rule in the language of SearchQuery'
  problems.add('WrongType', here, `${here} takes ${expected}, not ${nameOf(value)}.`)
  return { alwaysMandatory: always, rule: undefined }
}

/** All types of an entity are stored as an empty list, which includes types that are added later. */
function readAppliesTo(
  value: unknown,
  entity: ModelEntity,
  path: string,
  problems: Problems,
): readonly string[] | undefined {
  if (value === undefined) return undefined
  const { types } = entity
  const chosen = new Set<string>()
  let isWhole = false
  for (const word of asList(value)) {
    const lower = typeof word === 'string' ? word.toLowerCase() : ''
    const type = types.find(t => t.toLowerCase() === lower)
    if (type !== undefined) chosen.add(type)
    else if (lower === entity.name.toLowerCase()) isWhole = true
    else
      problems.add(
        'InvalidValue',
        path,
        `${path} names types of ${entity.name}: ${[entity.name, ...types].join(', ')}.`,
      )
  }
  // Further custom entities are made later, so all of today's are not all.
  const hasAll = chosen.size === types.length && entity.entity.typedBy === undefined
  return isWhole || hasAll ? [] : types.filter(type => chosen.has(type))
}

/** The entity of a new field: by its Key (`/AbEntry/Udf`), else by AppliesTo. */
export function entityOf(sent: Members, model: Model, path: string, problems: Problems): ModelEntity | null {
  const key = member(sent, 'Key')
  if (typeof key === 'string' && key !== '') {
    const match = /^\/?([A-Za-z]+)(?:\/udf)?\/?$/i.exec(key.trim())
    const named = match ? model.find(match[1] as string) : undefined
    if (named) return fit(named, `${path}.Key`, problems)
    const message = `${path}.Key must be null on Create, or the place of the new field, such as "/AbEntry/Udf".`
    problems.add('KeyNotAllowed', `${path}.Key`, message)
    return null
  }
  const here = `${path}.AppliesTo`
  const words = asList(member(sent, 'AppliesTo') ?? null).map(word => String(word).toLowerCase())
  const found = new Set(words.map(word => model.entities.find(e => namesOf(e).includes(word))))
  const [entity] = found
  if (found.size === 1 && entity) return fit(entity, here, problems)
  if (words.length === 0) problems.add('Required', here, `${here} is mandatory: it says which records have the field.`)
  else problems.add('InvalidValue', here, `${here} names the types of one entity, such as "Company" or "Opportunity".`)
  return null
}

const namesOf = ({ name, types, entity }: ModelEntity): string[] =>
  [name, ...types, ...(entity.aliases ?? [])].map(word => word.toLowerCase())

function fit(entity: ModelEntity, path: string, problems: Problems): ModelEntity | null {
  if (takesUdfs(entity.entity)) return entity
  problems.add('UnsupportedOperation', path, `${entity.name} cannot have user-defined fields.`)
  return null
}
