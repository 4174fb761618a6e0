// Gives option items new keys in every database, with the records and the rules of user-defined fields that name them.
import { type RawBuilder, sql } from 'kysely'
import { isObject } from '../base/json.ts'
import type { Dialect } from './dialect.ts'
import { compile } from './statement.ts'
import type { Tx } from './store.ts'

/** The field whose list it is, and for each item its old and new key, and its old and new name. */
interface RekeyedList {
  readonly entity: string
  readonly field: string
  readonly items: readonly (readonly [from: number, to: number, was: string, name: string])[]
}

const same = (from: number, to: number, name: string) => [from, to, name, name] as const

const rekeyedLists: readonly RekeyedList[] = [
  {
    entity: 'Case',
    field: 'Status',
    items: ['New', 'Assigned', 'In Progress', 'Waiting', 'Resolved', 'Abandoned'].map((name, i) =>
      same(i + 1, 57_997 + i, name),
    ),
  },
  {
    entity: 'Case',
    field: 'Priority',
    items: [same(3, 57_900, 'Low'), same(2, 57_901, 'Medium'), same(1, 57_902, 'High')],
  },
  {
    entity: 'Case',
    field: 'Severity',
    items: [
      [3, 57_900, 'Minor', 'Low'],
      [2, 57_901, 'Major', 'Medium'],
      [1, 57_902, 'Critical', 'High'],
    ],
  },
  {
    entity: 'Campaign',
    field: 'Type',
    items: ['Email', 'Event', 'Advertising', 'Direct mail', 'Webinar'].map((name, i) => same(i + 1, 10 + 5 * i, name)),
  },
  {
    entity: 'Note',
    field: 'Type',
    items: [
      same(1, 0, 'General'),
      same(3, 1, 'Email'),
      same(2, 2, 'Phone'),
      same(4, 3, 'Meeting'),
      same(5, 4, 'Other'),
    ],
  },
]

/** The new key of each old key of one list in one database. */
type Keys = ReadonlyMap<number, number>

interface Place {
  readonly tx: Tx
  readonly dialect: Dialect
  readonly db: number
  readonly list: RekeyedList
}

export async function rekeyItems(tx: Tx, dialect: Dialect): Promise<void> {
  for (const list of rekeyedLists) {
    const rows = await tx.rows<{ db: number; item: number }>(
      compile(
        dialect.dynamicBuilder
          .selectFrom('option_item')
          .select(['db', 'item'])
          .where('list', '=', `${list.entity}.${list.field}`),
      ),
    )
    for (const [db, items] of Map.groupBy(rows, row => row.db)) {
      const place = { tx, dialect, db, list }
      const present = items.map(row => row.item)
      const counter = await readCounter(place)
      const keys = newKeys(list.items, present, counter)
      await moveItems(place, keys, Math.max(counter, ...present, ...keys.values()))
      await moveRecords(place, keys)
      await moveRules(place, keys)
    }
  }
}

/** The highest key that the list ever had. */
const counterName = ({ entity, field }: RekeyedList): string => `option:${entity}.${field}`

async function readCounter({ tx, dialect, db, list }: Place): Promise<number> {
  const counter = dialect.dynamicBuilder.selectFrom('counter').select('value')
  const [row] = await tx.rows<{ value: number }>(
    compile(counter.where('db', '=', db).where('name', '=', counterName(list))),
  )
  return row?.value ?? 0
}

/** An item that an administrator added under a key that is now taken moves behind the highest key. */
function newKeys(items: RekeyedList['items'], present: readonly number[], counter: number): Keys {
  const keys = new Map(items.map(([from, to]) => [from, to]))
  const taken = new Set(keys.values())
  let last = Math.max(counter, ...present, ...taken)
  for (const key of present) if (!keys.has(key) && taken.has(key)) keys.set(key, ++last)
  return keys
}

const mapped = (column: string, keys: Keys): RawBuilder<number> =>
  // Not `case column when`, which Citus does not pass on as it was.
  sql<number>`case ${sql.join(
    [...keys].map(([from, to]) => sql`when ${sql.ref(column)} = ${sql.lit(from)} then ${sql.lit(to)}`),
    sql` `,
  )} end`

/** An item that still has its old default name gets the new one. */
async function moveItems({ tx, dialect, db, list }: Place, keys: Keys, highest: number): Promise<void> {
  const builder = dialect.dynamicBuilder
  const name = `${list.entity}.${list.field}`
  const ofList = builder.updateTable('option_item').where('db', '=', db).where('list', '=', name)
  // The key is part of the primary key: each item passes through a negative number, so that no two are equal meanwhile.
  const aside = sql<number>`-1 - ${mapped('item', keys)}`
  await tx.run(compile(ofList.set({ item: aside }).where('item', 'in', [...keys.keys()])))
  await tx.run(compile(ofList.set({ item: sql<number>`-1 - item` }).where('item', '<', 0)))
  for (const [, to, was, now] of list.items) {
    if (was === now) continue
    const renamed = ofList.set({ name: now, name_f: now.toLowerCase() })
    await tx.run(compile(renamed.where('item', '=', to).where('name', '=', was)))
  }
  const counter = builder.updateTable('counter').set({ value: highest }).where('db', '=', db)
  await tx.run(compile(counter.where('name', '=', counterName(list))))
}

async function moveRecords({ tx, dialect, db, list }: Place, keys: Keys): Promise<void> {
  const column = list.field.toLowerCase()
  const records = dialect.dynamicBuilder.updateTable(list.entity.toLowerCase()).where('db', '=', db)
  const changed = records.set({ [column]: mapped(column, keys) }).where(column, 'in', [...keys.keys()])
  await tx.run(compile(changed))
}

/** The mandatory rule of a user-defined field is a condition, which may compare the field with the keys of its items. */
async function moveRules({ tx, dialect, db, list }: Place, keys: Keys): Promise<void> {
  const builder = dialect.dynamicBuilder
  const rules = await tx.rows<{ type_id: number; mandatory_rule: string }>(
    compile(
      builder
        .selectFrom('udf')
        .select(['type_id', 'mandatory_rule'])
        .where('db', '=', db)
        .where('entity', '=', list.entity)
        .where('mandatory_rule', 'is not', null),
    ),
  )
  const named = new RegExp(`^(/${list.entity}/)?${list.field}(/Key)?$`, 'i')
  for (const { type_id, mandatory_rule } of rules) {
    const rule = JSON.stringify(movedRule(JSON.parse(mandatory_rule), named, keys, false))
    if (rule === mandatory_rule) continue
    const changed = builder.updateTable('udf').set({ mandatory_rule: rule })
    await tx.run(compile(changed.where('db', '=', db).where('type_id', '=', type_id)))
  }
}

/** `inside`: the value stands in a condition on the field. */
function movedRule(rule: unknown, named: RegExp, keys: Keys, inside: boolean): unknown {
  if (Array.isArray(rule)) return rule.map(element => movedRule(element, named, keys, inside))
  if (isObject(rule)) {
    const members = Object.entries(rule).map(
      ([name, value]) => [name, movedRule(value, named, keys, inside || named.test(name))] as const,
    )
    return Object.fromEntries(members)
  }
  const key = inside && (typeof rule === 'number' || typeof rule === 'string') ? keys.get(Number(rule)) : undefined
  if (key === undefined) return rule
  return typeof rule === 'string' ? String(key) : key
}

/** Cases that were closed before the service noted when: their last change is taken for it. */
export async function closeCases(tx: Tx, dialect: Dialect): Promise<void> {
  const builder = dialect.dynamicBuilder
  const closing = builder
    .selectFrom('option_item')
    .select('item')
    .where('option_item.list', '=', 'Case.Status')
    .whereRef('option_item.db', '=', 'case.db')
    .whereRef('option_item.item', '=', 'case.status')
    .where(eb => eb.or(['resolved', 'abandoned'].map(group => eb('extra', 'like', `%"Group":"${group}"%`))))
  const closed = builder
    .updateTable('case')
    .set(eb => ({ resolved_date: eb.ref('modified'), resolved_by: eb.ref('modified_by') }))
    .where('resolved_date', 'is', null)
    .where(eb => eb.exists(closing))
  await tx.run(compile(closed))
}
