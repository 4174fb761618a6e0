// Any number of records of one kind: a side table of their identifiers, read from either end.

import { asList } from '../../base/json.ts'
import { snakeCase } from '../../base/names.ts'
import type { Scalar } from '../../storage/store.ts'
import type { Column } from '../../storage/table.ts'
import { at } from '../checks.ts'
import type { Field, ParseContext, ReferenceUse, Traits } from '../field.ts'
import { joinById, type Part, rootJoin, type Source } from '../part.ts'
import { itemTable } from './options.ts'
import { readKey, recordPart } from './reference.ts'
import { readUid, userPart } from './user.ts'

const elementPart = (name: string, source: Source, to: string): Part =>
  to === 'User'
    ? userPart(name, source)
    : recordPart(name, source, to, joinById(source.join, source.column, snakeCase(to), source.column, to))

const readId = (value: unknown, to: string, context: ParseContext): string | null | undefined => {
  if (to === 'User') return readUid(value, context)
  const key = readKey(value, [to], context)
  return key === undefined ? undefined : (key?.id ?? null)
}

/** What an element carries besides its key, such as a member's role. */
export interface ElementMember {
  readonly name: string
  readonly column: Column
  readonly part: (source: Source) => Part
  /** The column's value from the element that was sent; undefined when it was refused. */
  readonly read: (element: unknown, context: ParseContext) => Scalar | undefined
}

/**
 * `asKeys`: by itself an element is its key alone. `inverse`: the list is another field's side table
 * (`security_group_members`), read from its other end.
 */
export function records(
  spec: Traits & { to: string; inverse?: string; member?: ElementMember; asKeys?: boolean },
): Field {
  const { to, inverse, member, asKeys = false, ...traits } = spec
  const [owner, item] = inverse === undefined ? ['owner', 'item'] : ['item', 'owner']
  return {
    kind: 'records',
    traits,
    schema: { type: `ListField<${to}>`, hasOption: to === 'User' },
    columns: () => [],
    ...(inverse === undefined
      ? {
          list: (table: string, ownerTable: string) =>
            itemTable(table, 'text', ownerTable, member ? [member.column] : []),
        }
      : {}),
    part: ({ name, listTable }) => {
      const table = inverse ?? listTable
      const root = rootJoin(table)
      const whole = elementPart(name, { join: root, column: item as string }, to)
      const key = asKeys ? whole.parts?.get('key')?.output : undefined
      const element = key ? { ...whole, output: key } : whole
      const extra = member?.part({ join: root, column: member.column.name })
      const parts = extra && new Map([...(element.parts ?? []), [extra.name.toLowerCase(), extra]])
      return { name, list: { table, root, owner: owner as string, element: parts ? { ...element, parts } : element } }
    },
    parse: (value, _c, listTable, context) => {
      const rows = new Map<string, Record<string, Scalar>>()
      const references: ReferenceUse[] = []
      let fine = true
      asList(value).forEach((element, i) => {
        const here = Array.isArray(value) ? at(context, `[${i}]`) : context
        const id = readId(element, to, here)
        const extra = member?.read(element, here)
        if (id === undefined || (member && extra === undefined)) fine = false
        else if (id !== null && !rows.has(id)) {
          rows.set(id, {
            position: rows.size,
            [item as string]: id,
            ...(member ? { [member.column.name]: extra ?? null } : {}),
          })
          references.push({ entity: to, id, path: here.path })
        }
      })
      return fine
        ? {
            columns: {},
            lists: [{ table: inverse ?? listTable, owner: owner as string, rows: [...rows.values()] }],
            references,
          }
        : null
    },
    ...(to === 'User' ? { optionSource: { provider: 'users' as const } } : {}),
  }
}
