// Finds the items of a list that some record has selected, including restorable records in the recycle bin.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { elementOf, operandOfPart } from '../fields/part-access.ts'
import type { Model, ModelEntity, ModelField } from '../model/model.ts'
import type { Dialect } from '../storage/dialect.ts'
import { compile } from '../storage/statement.ts'
import type { Query, Reader } from '../storage/store.ts'

interface ItemUse {
  readonly item: number
  readonly entity: string
  readonly field: string
}

/** The caller of this function has locked the items' rows, so no writer can select one of the items meanwhile. */
export async function findUses(
  reader: Reader,
  dialect: Dialect,
  model: Model,
  at: { readonly db: number; readonly list: string; readonly items: readonly number[]; readonly binSince: number },
): Promise<ItemUse[]> {
  const uses: ItemUse[] = []
  for (const entity of model.entities) {
    for (const field of entity.all) {
      const source = field.field.optionSource
      // A field with suggestions stores its own text, so removing a suggestion does not affect any record.
      if (!source || !('list' in source) || source.list !== at.list || source.free) continue
      for (const { item } of await reader.rows<{ item: number }>(usesOf(dialect, entity, field, at))) {
        uses.push({ item, entity: entity.name, field: field.udf?.name ?? field.name })
      }
    }
  }
  return uses
}

function usesOf(
  dialect: Dialect,
  entity: ModelEntity,
  field: ModelField,
  at: { readonly db: number; readonly items: readonly number[]; readonly binSince: number },
): Query {
  const part = field.part(entity.root)
  const list = part.shape === 'list' ? part : null
  const column = operandOfPart(elementOf(part))?.sources[0]?.column
  if (column === undefined) throw new Error(`${entity.name}.${field.name} has no column that holds its option`)
  const holder = list ? 'l' : 'e'
  const item = sql.ref<number>(`${holder}.${column}`)
  let query = dialect.dynamicBuilder
    .selectFrom(`${entity.entity.table} as e`)
    .select(item.as('item'))
    .distinct()
    .where('e.db', '=', at.db)
    .where(dialect.inList(item, at.items, 'integer'))
    .where(eb => eb.or([eb('e.deleted', 'is', null), eb('e.deleted_at', '>=', at.binSince)]))
  if (list) {
    query = query.innerJoin(`${list.table} as l`, join =>
      join.onRef('l.db', '=', 'e.db').onRef(`l.${list.owner}`, '=', 'e.id'),
    )
    query = query.where(equals('l.db', at.db))
    for (const rule of list.where ?? []) query = query.where(equals(`l.${rule.column}`, rule.equals))
  }
  return compile(query)
}

const equals = (column: string, value: string | number): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`
