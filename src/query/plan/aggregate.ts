// Compiles the aggregates of a group: $COUNT, $SUM, $AVG, $MIN and $MAX, exact for money; and $COUNTUPTO, a count with a limit.
import { type Expression, sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { divideRounded, formatDecimal, moneyScale } from '../../base/text/decimal.ts'
import type { Operand, Output, Part } from '../../fields/part.ts'
import { operandOfPart, outputOfPart, subParts } from '../../fields/part-access.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { Scalar } from '../../storage/store.ts'
import type { SqlScope } from './sql-scope.ts'

const shape = /^\$([A-Z]+)\((.*?)\)(?:\/(\w+))?$/is
export const aggregateNames = ['COUNT', 'COUNTUPTO', 'SUM', 'AVG', 'MIN', 'MAX'] as const
type Name = (typeof aggregateNames)[number]

export interface AggregateCall {
  readonly name: Name
  readonly field: string
  /** `/DisplayValue` behind it. */
  readonly sub: string | null
}

/** Null when the text is not a call of an aggregate. */
export function parseAggregate(text: string): AggregateCall | null {
  const match = shape.exec(text.trim())
  const name = match?.[1]?.toUpperCase()
  if (!match || !aggregateNames.includes(name as Name)) return null
  return { name: name as Name, field: (match[2] as string).trim(), sub: match[3] ?? null }
}

export function unknownAggregate(text: string, path: string): never {
  const known = aggregateNames.map(name => `$${name}()`)
  return refuse('UnknownOperator', path, suggest => `There is no aggregate ${text}.${suggest(text, known)}`)
}

export interface Aggregate {
  readonly columns: readonly Expression<unknown>[]
  readonly order: Expression<unknown>
  value(cells: readonly Scalar[], context: RenderContext): string
  display(cells: readonly Scalar[], context: RenderContext): string
}

const shownNumber = ([n]: readonly Scalar[], { locale }: RenderContext): string =>
  n === null ? 'null' : JSON.stringify(locale.number(exactly(n)))

/** Sums of binary fractions depend on the order of their terms in the last place, which no two engines share. */
const exactly = (n: Scalar | undefined): number => Number(Number(n).toPrecision(15))

const count = (column: Expression<unknown>): Aggregate => ({
  columns: [column],
  order: column,
  value: ([n]) => String(n),
  display: shownNumber,
})

export const countAll: Aggregate = count(sql`count(*)`)

/** The largest limit of $COUNTUPTO. */
const mostCounted = 1_000_000

/** The count of a statement that returns at most `limit` rows. */
export function countUpTo({ field }: AggregateCall, path: string): { aggregate: Aggregate; limit: number } {
  const limit = Number(field)
  if (!/^\d+$/.test(field) || limit < 1 || limit > mostCounted)
    refuse('InvalidValue', path, `$COUNTUPTO takes a whole number from 1 to ${mostCounted}, not "${field}".`)
  return { aggregate: count(sql`count(*)`), limit }
}

type FieldCall = AggregateCall & { readonly name: Exclude<Name, 'COUNTUPTO'> }

export function aggregateOf(call: FieldCall, part: Part, scope: SqlScope, path: string): Aggregate {
  const operand = operandOfPart(part) ?? refuse('NotSelectable', path, `${call.field} cannot be aggregated.`)
  const x = scope.guardedValue(operand)
  if (call.name === 'COUNT') return count(sql`count(${x})`)
  if (call.name === 'MIN' || call.name === 'MAX') return extreme(call.name, operand, part, scope, path)
  if (!operand.type.sums)
    return refuse('NotSelectable', path, `${call.field} is not a number or an amount, so it has no $${call.name}.`)
  return operand.type.exact ? moneyTotal(call.name, x, scope) : numberTotal(call.name, x)
}

function numberTotal(name: 'SUM' | 'AVG', x: Expression<unknown>): Aggregate {
  const total = name === 'SUM' ? sql`sum(${x})` : sql`avg(${x})`
  return {
    columns: [total],
    order: total,
    value: ([n]) => (n === null ? 'null' : String(exactly(n))),
    display: shownNumber,
  }
}

/** SQLite's sum() fails beyond 64 bits, so upper and lower digits are summed separately. */
const half = 1_000_000_000n

/** The total in corporate currency, each amount at its rate; exact, because all values are integers. */
function moneyTotal(name: 'SUM' | 'AVG', x: Expression<unknown>, { statement }: SqlScope): Aggregate {
  const unit = sql.lit(Number(half))
  const [upper, lower, values] = [sql`sum(${x} / ${unit})`, sql`sum(${x} % ${unit})`, sql`count(${x})`]
  const sum = sql`(${upper} * ${unit} + ${lower})`
  const decimal = ([high, low, n]: readonly Scalar[]): string | null => {
    if (high === null) return null
    const units = BigInt(high as string) * half + BigInt(low as string)
    return formatDecimal(name === 'SUM' ? units : divideRounded(units, BigInt(n as number)), moneyScale)
  }
  return {
    columns: [statement.dialect.asText(upper), statement.dialect.asText(lower), values],
    order: name === 'SUM' ? sum : sql`${sum} * 1.0 / nullif(${values}, 0)`,
    value: cells => decimal(cells) ?? 'null',
    display: (cells, { locale, corporateCurrency }) => {
      const amount = decimal(cells)
      return amount === null ? 'null' : JSON.stringify(locale.money(amount, corporateCurrency))
    },
  }
}

/** The least or greatest value, rendered as the field renders its values. */
function extreme(name: 'MIN' | 'MAX', operand: Operand, part: Part, scope: SqlScope, path: string): Aggregate {
  const { type } = operand
  if (type.name === 'key') return refuse('NotSelectable', path, `Keys have no $${name}.`)
  const call = name === 'MIN' ? sql`min` : sql`max`
  const x = scope.guardedValue(operand)
  const order = sql`${call}(${x})`
  const output = outputOfPart(part)
  const value = rendersOperand(output, operand)
  if (value) {
    const column = type.exact ? scope.statement.dialect.asText(order) : order
    const shown = subParts(part).get('displayvalue')
    const display = rendersOperand(shown && outputOfPart(shown), operand) ?? value
    const render = (output: Output) => (cells: readonly Scalar[], context: RenderContext) =>
      output.json(cells, [0], context)
    return { columns: [column], order, value: render(value), display: render(display) }
  }
  const written = output?.sources[0]
  if (type.name === 'text' && written) return extremeText(call, x, scope.column(written), order)
  if (type.exact) return extremeMoney(scope.statement.dialect.asText(order), order)
  return { columns: [order], order, value: ([n]) => (n === null ? 'null' : String(n)), display: shownNumber }
}

/** The output, if it renders the column that is compared. */
function rendersOperand(output: Output | undefined, operand: Operand): Output | null {
  const [shown, compared] = [output?.sources[0], operand.sources[0]]
  const same = shown?.column === compared?.column && shown?.join.path === compared?.join.path
  return output?.sources.length === 1 && !operand.sql && !operand.datePart && same ? output : null
}

/** An amount is compared by its corporate value, and rendered as that value. */
function extremeMoney(column: Expression<unknown>, order: Expression<unknown>): Aggregate {
  const amount = (v: Scalar | undefined): string | null =>
    v === null ? null : formatDecimal(BigInt(v as string), moneyScale)
  return {
    columns: [column],
    order,
    value: ([v]) => amount(v) ?? 'null',
    display: ([v], { locale, corporateCurrency }) => {
      const shown = amount(v)
      return shown === null ? 'null' : JSON.stringify(locale.money(shown, corporateCurrency))
    },
  }
}

/** Sorts before every character of a text. */
const divider = '\u0001'

/** Text is compared folded and rendered as written, so both are selected together. */
function extremeText(
  call: Expression<unknown>,
  folded: Expression<unknown>,
  written: Expression<unknown>,
  order: Expression<unknown>,
): Aggregate {
  const original = ([v]: readonly Scalar[]) =>
    typeof v === 'string' ? JSON.stringify(v.slice(v.indexOf(divider) + 1)) : 'null'
  const pair = sql`${folded} || ${sql.lit(divider)} || ${written}`
  return { columns: [sql`${call}(${pair})`], order, value: original, display: original }
}
