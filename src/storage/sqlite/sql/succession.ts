// Consumes a row and adds its successor on SQLite: an UPDATE, then an INSERT that reads what the UPDATE wrote.
import { sql } from 'kysely'
import type { Builder, DynamicTables, Succession, SuccessionStatements } from '../../dialect.ts'
import { type CompiledText, compileText } from '../../statement.ts'
import { bindParameters, Placeholder } from '../../statements/placeholder.ts'
import type { Query, Scalar } from '../../store.ts'

interface SuccessionValues {
  readonly consumed: Scalar
  readonly successor: Readonly<Record<string, Scalar>>
}

export function sqliteSuccession(
  builder: Builder<DynamicTables>,
  { table: { name: table }, key, open, marks, link, inherited, own }: Succession,
): SuccessionStatements<SuccessionValues['successor']> {
  const consumed = new Placeholder<SuccessionValues>(step => step.consumed)
  const value = (column: string) => new Placeholder<SuccessionValues>(({ successor }) => successor[column] as Scalar)
  const update = builder
    .updateTable(table)
    .set(Object.fromEntries(Object.entries(marks).map(([column, of]) => [column, value(of)])))
    .where(sql.ref(key), '=', consumed)
  const consume = compileText(open.reduce((query, column) => query.where(sql.ref(column), 'is', null), update))
  // Another writer may have consumed the same row with the same successor, which then exists already.
  const insert = builder
    .insertInto(table)
    .columns([...own, ...inherited])
    .expression(eb =>
      eb
        .selectFrom(`${table} as before`)
        .select(own.map(column => eb.val(value(column)).as(column)))
        .select(inherited.map(column => `before.${column}`))
        .where(sql.ref(`before.${key}`), '=', consumed)
        .where(sql.ref(`before.${link}`), '=', value(key)),
    )
    .onConflict(conflict => conflict.doNothing())
  const add = compileText(insert)
  const bind = ({ sql, parameters, facts }: CompiledText, step: SuccessionValues): Query => {
    return { sql, params: bindParameters(parameters, step), facts }
  }
  return (consumed, successor) => [bind(consume, { consumed, successor }), bind(add, { consumed, successor })]
}
