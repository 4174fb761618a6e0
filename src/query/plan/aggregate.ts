// Aggregates of a group: $COUNT, $SUM, $AVG, $MIN and $MAX, money exactly.
import { type Expression, sql } from 'kysely'
import { divideRounded, formatDecimal, moneyScale } from '../../base/decimal.ts'
import { refuse } from '../../base/errors.ts'
import { didYouMean } from '../../base/nearest.ts'
import { isoDateTime } from '../../fields/moment.ts'
import type { Operand, Part } from '../../fields/part.ts'
import type { RenderContext } from '../../fields/render-context.ts'
import type { Scalar } from '../../storage/store.ts'
import { isPeriodic } from '../operators/operator.ts'
import type { SqlScope } from './sql-scope.ts'

export const aggregateName = /^\$([A-Z]+)\((.*?)\)(?:\/(\w+))?$/is
const names = ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX'] as const
type Name = (typeof names)[number]

export interface AggregateCall {
  readonly name: Name
  readonly field: string
  /** `/DisplayValue` behind it. */
  readonly sub: string | null
}

/** Null when the text is no call, or one of another function. */
export function parseAggregate(text: string): AggregateCall | null {
  const match = aggregateName.exec(text.trim())
  const name = match?.[1]?.toUpperCase()
  if (!match || !names.includes(name as Name)) return null
  return { name: name as Name, field: (match[2] as string).trim(), sub: match[3] ?? null }
}

export const unknownAggregate = (text: string, path: string): never =>
  refuse(
    'UnknownOperator',
    path,
    `There is no aggregate ${text}.${didYouMean(
      text,
      names.map(n => `$${n}()`),
    )}`,
  )

export interface Aggregate {
  readonly columns: readonly Expression<unknown>[]
  value(cells: readonly Scalar[]): string
  display(cells: readonly Scalar[], context: RenderContext): string
}

export const countAll: Aggregate = {
  columns: [sql`count(*)`],
  value: String,
  display: ([n], context) => JSON.stringify(context.locale.number(Number(n))),
}

/** The aggregate of a field. */
export function aggregateOf(call: AggregateCall, part: Part, scope: SqlScope, path: string): Aggregate {
  const operand = part.operand ?? refuse('NotSelectable', path, `${call.field} cannot be aggregated.`)
  const x = scope.guardedValue(operand)
  if (call.name === 'COUNT') return { ...countAll, columns: [sql`count(${x})`] }
  if (call.name === 'MIN' || call.name === 'MAX') return extreme(call.name, operand, part, scope, path)
  if (!operand.type.sums)
    return refuse('NotSelectable', path, `${call.field} is not a number or an amount, so it has no $${call.name}.`)
  return operand.type.name === 'money' ? moneyTotal(call.name, x, scope) : numberTotal(call.name, x)
}

function numberTotal(name: 'SUM' | 'AVG', x: Expression<unknown>): Aggregate {
  return {
    columns: [name === 'SUM' ? sql`sum(${x})` : sql`avg(${x})`],
    value: ([n]) => (n === null || n === undefined ? 'null' : String(Number(n))),
    display: ([n], context) =>
      n === null || n === undefined ? 'null' : JSON.stringify(context.locale.number(Number(n))),
  }
}

/** In corporate currency, each amount at its rate; exact, because both sum and count travel as whole numbers. */
function moneyTotal(name: 'SUM' | 'AVG', x: Expression<unknown>, scope: SqlScope): Aggregate {
  const decimal = ([sum, count]: readonly Scalar[]): string | null => {
    if (sum === null || sum === undefined) return null
    const units = BigInt(sum as string)
    return formatDecimal(name === 'SUM' ? units : divideRounded(units, BigInt(count as number)), moneyScale)
  }
  return {
    columns: [scope.statement.dialect.asText(sql`sum(${x})`), sql`count(${x})`],
    value: cells => decimal(cells) ?? 'null',
    display: (cells, context) => {
      const text = decimal(cells)
      return text === null ? 'null' : JSON.stringify(context.locale.money(text, context.corporateCurrency))
    },
  }
}

/** Least and greatest. Text is compared folded and shown as written, so both travel together. */
function extreme(name: 'MIN' | 'MAX', operand: Operand, part: Part, scope: SqlScope, path: string): Aggregate {
  const call = name === 'MIN' ? sql`min` : sql`max`
  const x = scope.guardedValue(operand)
  const type = operand.type
  if (type.name === 'key') return refuse('NotSelectable', path, `Keys have no $${name}.`)
  if (type.name === 'money') {
    const text = (value: Scalar | undefined) =>
      value === null || value === undefined ? null : formatDecimal(BigInt(value as string), moneyScale)
    return {
      columns: [scope.statement.dialect.asText(sql`${call}(${x})`)],
      value: ([v]) => text(v) ?? 'null',
      display: ([v], context) => {
        const shown = text(v)
        return shown === null ? 'null' : JSON.stringify(context.locale.money(shown, context.corporateCurrency))
      },
    }
  }
  if (type.name === 'text') {
    const written = part.output?.sources[0]
    const shown = written ? scope.column(written) : x
    const original = ([v]: readonly Scalar[]) =>
      typeof v === 'string' ? JSON.stringify(v.slice(v.indexOf('\u0001') + 1)) : 'null'
    return { columns: [sql`${call}(${x} || ${sql.lit('\u0001')} || ${shown})`], value: original, display: original }
  }
  const plain = (v: Scalar | undefined): string => {
    if (v === null || v === undefined) return 'null'
    if (type.name === 'datetime') return `"${isoDateTime(Number(v))}"`
    return type.name === 'date' ? JSON.stringify(v) : String(v)
  }
  return {
    columns: [sql`${call}(${x})`],
    value: ([v]) => plain(v),
    display: ([v], { locale }) => {
      if (v === null || v === undefined) return 'null'
      if (!isPeriodic(type)) return JSON.stringify(locale.number(Number(v)))
      return JSON.stringify(type.name === 'date' ? locale.date(String(v)) : locale.dateTime(Number(v)))
    },
  }
}
