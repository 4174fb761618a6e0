// Consumes a row and adds its successor on SQLite: an UPDATE, then an INSERT that reads what the UPDATE wrote.
import { sql } from 'kysely'
import type { Builder, DynamicTables, Succeed, Succession } from '../../dialect.ts'
import { bindParameters, Placeholder } from '../../placeholder.ts'
import { type CompiledText, compileText } from '../../statement.ts'
import type { Query, Scalar } from '../../store.ts'

interface Step {
  readonly consumed: Scalar
  readonly successor: Readonly<Record<string, Scalar>>
}

export function sqliteSuccession(
  builder: Builder<DynamicTables>,
  { table: { name: table }, key, open, marks, link, inherited, own }: Succession,
): Succeed<Step['successor']> {
  const consumed = new Placeholder<Step>(step => step.consumed)
  const value = (column: string) => new Placeholder<Step>(({ successor }) => successor[column] as Scalar)
  const update = builder
    .updateTable(table)
    .set(Object.fromEntries(Object.entries(marks).map(([column, of]) => [column, value(of)])))
    .where(sql.ref(key), '=', consumed)
  const consume = compileText(open.reduce((query, column) => query.where(sql.ref(column), 'is', null), update))
  // Whoever consumes the same row with the same successor at the same time finds the successor there already.
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
  const bind = ({ sql, parameters, facts }: CompiledText, step: Step): Query => {
    return { sql, params: bindParameters(parameters, step), facts }
  }
  return (consumed, successor) => [bind(consume, { consumed, successor }), bind(add, { consumed, successor })]
}
