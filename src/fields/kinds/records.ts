// Defines the kind for a list of records of one entity: a side table of their identifiers, read from either end.
import { asList } from '../../base/text/json.ts'
import { snakeCase } from '../../base/text/names.ts'
import type { Scalar } from '../../storage/store.ts'
import type { Column } from '../../storage/table.ts'
import { at } from '../checks.ts'
import type { Field, ParseContext, ReferenceUse, Traits } from '../field.ts'
import type { OptionSource } from '../option-source.ts'
import {
  joinById,
  type ListPart,
  type Part,
  partsOf,
  type RecordPart,
  rootJoin,
  type Source,
  type ValuePart,
} from '../part.ts'
import { outputOfPart } from '../part-access.ts'
import { keyType } from '../types.ts'
import { itemTable } from './options.ts'
import { readKey, referencePart } from './reference.ts'
import { readUid, userPart } from './user.ts'

const elementPart = (name: string, source: Source, to: string): RecordPart =>
  to === 'User'
    ? userPart(name, source)
    : referencePart(name, source, to, joinById(source.join, source.column, snakeCase(to), source.column, to))

const readId = (value: unknown, to: string, context: ParseContext): string | null | undefined => {
  if (to === 'User') return readUid(value, context)
  const key = readKey(value, [to], context)
  return key === undefined ? undefined : (key?.id ?? null)
}

/** A value that an element has besides its key, such as a member's role. */
export interface ElementMember {
  readonly name: string
  readonly column: Column
  readonly part: (source: Source) => Part
  /** The column's value from the element that was sent; undefined when it was refused. */
  readonly read: (element: unknown, context: ParseContext) => Scalar | undefined
}

/**
 * `asKeys`: selector 1 returns only the key of an element. `inverse` names the side table of another field
 * (`security_group_members`), which is read from its other end. `live`: only elements that the caller may read and that
 * are not in the recycle bin are selected and compared.
 */
interface RecordsSpec {
  readonly optionSource?: OptionSource
  readonly to: string
  readonly inverse?: string
  readonly members?: readonly ElementMember[]
  readonly asKeys?: boolean
  readonly live?: boolean
}

/** The columns of the side table with the record's own identifier and with those of the records in its list. */
const ends = (inverse: string | undefined): readonly [string, string] =>
  inverse === undefined ? ['owner', 'item'] : ['item', 'owner']

/** An element and its key, compared through the record that it refers to. */
function liveElement(element: RecordPart): RecordPart {
  const { join, entity, parts } = element
  const operand = { type: keyType([entity]), sources: [{ join, column: 'id' }] }
  const key = { ...(parts.get('key') as ValuePart), operand }
  return { ...element, operand, parts: partsOf(...parts.values(), key) }
}

export function recordsPart(name: string, listTable: string, spec: RecordsSpec): ListPart {
  const { to, inverse, members = [], asKeys = false, live = false } = spec
  const [owner, item] = ends(inverse)
  const table = inverse ?? listTable
  const root = rootJoin(table)
  const whole = elementPart(name, { join: root, column: item }, to)
  const key = whole.parts.get('key')
  const output = (asKeys && key && outputOfPart(key)) || whole.output
  const extra = members.map(member => member.part({ join: root, column: member.column.name }))
  const element = { ...whole, output, parts: partsOf(...whole.parts.values(), ...extra) }
  return { shape: 'list', name, table, root, owner, element, ...(live ? { live: liveElement(element) } : {}) }
}

export function records(spec: Traits & RecordsSpec): Field {
  const { to, inverse, members = [], asKeys: _, live: __, optionSource: given, ...traits } = spec
  const optionSource = given ?? (to === 'User' ? ({ provider: 'users' } as const) : undefined)
  const [owner, item] = ends(inverse)
  return {
    traits,
    schema: { type: `ListField<${to}>`, hasOption: optionSource !== undefined },
    columns: () => [],
    ...(inverse === undefined
      ? {
          list: (table: string, ownerTable: string) =>
            itemTable(
              table,
              'text',
              ownerTable,
              members.map(member => member.column),
            ),
          keys: (_column: string, table: string) => [{ table, column: item, entity: to }],
        }
      : {}),
    part: ({ name, listTable }) => recordsPart(name, listTable, spec),
    parse: (value, _c, listTable, context) => {
      const rows = new Map<string, Record<string, Scalar>>()
      const references: ReferenceUse[] = []
      let fine = true
      asList(value).forEach((element, i) => {
        const here = Array.isArray(value) ? at(context, `[${i}]`) : context
        const id = readId(element, to, here)
        const extra = members.map(member => [member.column.name, member.read(element, here)] as const)
        if (id === undefined || extra.some(([, value]) => value === undefined)) fine = false
        else if (id !== null && !rows.has(id)) {
          rows.set(id, {
            position: rows.size,
            [item]: id,
            ...Object.fromEntries(extra.map(([column, value]) => [column, value ?? null])),
          })
          references.push({ entity: to, id, path: here.path })
        }
      })
      return fine
        ? {
            columns: {},
            lists: [{ table: inverse ?? listTable, owner, rows: [...rows.values()] }],
            references,
          }
        : null
    },
    ...(optionSource === undefined ? {} : { optionSource }),
  }
}
