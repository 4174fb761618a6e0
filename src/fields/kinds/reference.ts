// Defines the kinds for references: a key, the record behind it, and a key to one of several entities.
import { firstMember, isObject } from '../../base/text/json.ts'
import { snakeCase } from '../../base/text/names.ts'
import { column } from '../../storage/table.ts'
import { invalid, wrongType } from '../checks.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import type { OptionSource } from '../option-source.ts'
import { keyAndDisplay, outputOf, textOutput } from '../output.ts'
import {
  type Join,
  joinById,
  type Operand,
  type Output,
  type RecordPart,
  recordPart,
  type Source,
  type ValuePart,
  valuePart,
} from '../part.ts'
import { decodeKey, encodeKey, type RecordKey } from '../record-key.ts'
import { codeType, idType, keyType, plainText, uidType } from '../types.ts'
import type { ValueType } from '../value-type.ts'

const keyOperand = (source: Source, kind: string): Operand => ({ type: keyType([kind]), sources: [source] })

/** Programs of this API family select the number of a key. Keys of this service have none, so it reads 0. */
const numberOf = (source: Source): ValuePart => valuePart('Number', { output: outputOf(source, () => '0') })

/** The part of a key, with the sub-fields Value, ID, EntityType, Uid and Number. */
export function keyPart(name: string, source: Source, kind: string): ValuePart {
  const operand = keyOperand(source, kind)
  const whole = outputOf(source, value => `"${encodeKey(kind, String(value))}"`)
  const type = kind === 'User' ? uidType : idType
  const id = { output: textOutput(source), operand: { type, sources: [source] } }
  return valuePart(
    name,
    { output: whole, operand, presence: [source] },
    valuePart('Value', { output: whole, operand }),
    valuePart('ID', id),
    valuePart('EntityType', { output: outputOf(source, () => JSON.stringify(kind)) }),
    valuePart('Uid', kind === 'User' ? id : { output: outputOf(source, () => 'null') }),
    numberOf(source),
  )
}

/** The context of a key; `findUid` is needed where it may be the key of a user, `survivorOf` where merged records count as their survivors. */
type KeyContext = Pick<ParseContext, 'path' | 'problems'> &
  Partial<Pick<ParseContext, 'findUid' | 'uid' | 'survivorOf'>>

/**
 * Reads a key from its text, `{Key}`, `{Value}` or `{ID}`; the key of a user also from `{Uid}` or `$CURRENTUSER()`. Undefined
 * when it was refused.
 */
export function readKey(value: unknown, kinds: readonly string[], context: KeyContext): RecordKey | null | undefined {
  if (value === null || value === '') return null
  const takesUsers = kinds.includes('User')
  if (isObject(value)) {
    const uid = takesUsers ? firstMember(value, 'Uid') : undefined
    if (typeof uid === 'string' && uid !== '') return userKeyOf(uid, context)
    const id = firstMember(value, 'ID', 'Uid')
    if (typeof id === 'string' && kinds.length === 1) return canonical({ kind: kinds[0] as string, id }, context)
    const inner = firstMember(value, 'Key', 'Value')
    if (inner !== undefined) return readKey(inner, kinds, context)
  }
  if (typeof value !== 'string') {
    wrongType(context, `a key of ${kinds.join(' or ')}`, value)
    return undefined
  }
  if (takesUsers && isCurrentUser(value)) return userKeyOf(value, context)
  const key = decodeKey(value)
  if (!key) {
    context.problems.add('UnknownKey', context.path, `${context.path} is not the key of a record.`)
    return undefined
  }
  if (kinds.includes(key.kind)) return canonical(key, context)
  const message = `${context.path} needs a key of ${kinds.join(' or ')}, and this is a key of ${key.kind}.`
  context.problems.add('WrongKeyKind', context.path, message)
  return undefined
}

/** Whether a written value names the caller. */
export const isCurrentUser = (text: string): boolean => /^\$CURRENTUSER\(\)$/i.test(text.trim())

const userKeyOf = (uid: string, context: KeyContext): RecordKey =>
  canonical({ kind: 'User', id: isCurrentUser(uid) ? (context.uid ?? uid) : uid }, context)

/** Gives the key of a user the stored spelling of the Uid, and a merged record the identifier of its survivor. */
function canonical(key: RecordKey, { findUid, survivorOf }: KeyContext): RecordKey {
  if (key.kind === 'User') return findUid ? { ...key, id: findUid(key.id) } : key
  return survivorOf ? { ...key, id: survivorOf(key.id) } : key
}

export function keyTo(spec: Traits & { to: string; optionSource?: OptionSource }): Field {
  const { to, optionSource, ...traits } = spec
  return {
    traits,
    schema: { type: 'KeyField', attributes: { RefersTo: to }, hasOption: optionSource !== undefined },
    columns: c => [column(c, 'text')],
    keys: c => [{ column: c, entity: to }],
    part: ({ name, join, column: c }) => keyPart(name, { join, column: c }, to),
    parse: (value, c, _list, context) => {
      const key = readKey(value, [to], context)
      if (key === undefined) return null
      const references = key === null ? [] : [{ entity: to, id: key.id, path: context.path }]
      return { columns: { [c]: key?.id ?? null }, references }
    },
    ...(optionSource === undefined ? {} : { optionSource }),
  }
}

/**
 * The part of the record behind a key: any of its fields can be selected, and selector 1 returns its Key and DisplayValue.
 * Callers who may not read the record still see the key, unless it `vanishes` for them.
 */
export function referencePart(name: string, source: Source, to: string, join: Join, vanishes = false): RecordPart {
  const operand = keyOperand(source, to)
  const shown = vanishes ? { join, column: 'id' } : source
  const key = { ...keyPart('Key', shown, to), operand }
  const output = keyAndDisplay(key.output, textOutput({ join, column: 'display' }))
  return recordPart(name, { entity: to, join }, { output, operand, presence: [shown] }, key)
}

interface RecordSpec {
  readonly to: string
  readonly via: string
  /** Written like the key itself. */
  readonly writable?: boolean
  readonly vanishes?: boolean
  /** Selector 1 returns the key alone. */
  readonly asKey?: boolean
  readonly optionSource?: OptionSource
}

/** The record that a key column refers to. */
export function record(spec: Traits & RecordSpec): Field {
  const { to, via, writable = false, vanishes = false, asKey = false, optionSource, ...traits } = spec
  return {
    traits: { ...traits, readOnly: !writable },
    schema: { type: 'ObjectField', attributes: { RefersTo: to }, hasOption: optionSource !== undefined },
    columns: () => [],
    keys: () => [{ column: via, entity: to }],
    view: true,
    part: ({ name, join }) => {
      const reached = joinById(join, via, snakeCase(to), via, to)
      const part = referencePart(name, { join, column: via }, to, reached, vanishes)
      return asKey ? { ...part, output: keyPart('Key', { join, column: via }, to).output } : part
    },
    ...(writable
      ? {
          parse: (value: unknown, _c: string, list: string, context: ParseContext) =>
            keyTo({ doc: '', to }).parse?.(value, via, list, context) ?? null,
        }
      : {}),
    ...(optionSource === undefined ? {} : { optionSource }),
  }
}

/** The key of an entity that the service does not have; it reads null. */
export const absentKey = (spec: Traits): Field => ({
  traits: { ...spec, readOnly: true },
  schema: { type: 'KeyField' },
  columns: () => [],
  part: ({ name, join }) => valuePart(name, { output: outputOf({ join, column: 'id' }, () => 'null') }),
})

/** Identifiers of records have no slashes. */
const isPath = (key: unknown): key is string => typeof key === 'string' && key.startsWith('/')

const orPath = (type: ValueType): ValueType => ({
  ...type,
  bind: (literal, path, context) => (isPath(literal) ? plainText(literal, path) : type.bind(literal, path, context)),
})

/** Renders a key whose entity is in a second column. */
export const mixedKeyOutput = (kind: Source, id: Source): Output => ({
  sources: [kind, id],
  json: (row, at) => {
    const [k, i] = [row[at[0] as number], row[at[1] as number]]
    if (k === null || i === null) return 'null'
    return isPath(i) ? JSON.stringify(i) : `"${encodeKey(String(k), String(i))}"`
  },
})

/** The key of a record of one of several entities. `paths` is an entity whose keys are paths, which are stored unchanged. */
export function mixedKey(spec: Traits & { to: readonly string[]; paths?: string }): Field {
  const { to, paths, ...traits } = spec
  const type = paths === undefined ? keyType(to) : orPath(keyType(to))
  return {
    traits,
    schema: { type: 'KeyField', attributes: { RefersTo: to } },
    columns: c => [column(`${c}_kind`, 'text'), column(`${c}_id`, 'text')],
    keys: c => [{ idColumn: `${c}_id`, entityColumn: `${c}_kind`, entities: to }],
    part: ({ name, join, column: c }) => {
      const [kind, id] = [
        { join, column: `${c}_kind` },
        { join, column: `${c}_id` },
      ]
      const operand = { type, sources: [id] }
      const whole = mixedKeyOutput(kind, id)
      return valuePart(
        name,
        { output: whole, operand, presence: [id] },
        valuePart('Value', { output: whole, operand }),
        valuePart('ID', { output: textOutput(id), operand: { type: idType, sources: [id] } }),
        valuePart('EntityType', { output: textOutput(kind), operand: { type: codeType, sources: [kind] } }),
        numberOf(id),
      )
    },
    parse: (value, c, _list, context) => {
      const key = readKey(value, to, context)
      if (key === undefined) return null
      if (key === null) return { columns: { [`${c}_kind`]: null, [`${c}_id`]: null } }
      if (key.id === '*') return invalid(context, 'is not the key of a record')
      return {
        columns: { [`${c}_kind`]: key.kind, [`${c}_id`]: key.id },
        references: [{ entity: key.kind, id: key.id, path: context.path }],
      }
    },
  }
}
