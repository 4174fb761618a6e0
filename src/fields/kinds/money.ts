// Defines the kinds for exact amounts: in the corporate currency, or in the record's own with its corporate value.
import { sql } from 'kysely'
import { formatDecimal, moneyScale, parseDecimal } from '../../base/text/decimal.ts'
import { firstMember, isObject, member, nameOf } from '../../base/text/json.ts'
import type { Scalar } from '../../storage/store.ts'
import { column } from '../../storage/table.ts'
import { bareValue, invalid, wrongType } from '../checks.ts'
import type { Field, ParseContext, Traits } from '../field.ts'
import { outputOf } from '../output.ts'
import { type BoundFacts, type Output, type Source, type ValuePart, valuePart } from '../part.ts'
import type { RenderContext } from '../render-context.ts'
import { codeType, moneyType } from '../types.ts'

/** Amounts are smaller than this, in scaled units. */
export const largestAmount = 10n ** 18n

/** Amounts are selected as text, so that none is rounded. */
const decimalOf = (value: unknown): string => formatDecimal(BigInt(value as string), moneyScale)

/** Reads an amount in scaled units; undefined when it was refused. */
function checkAmount(value: unknown, context: ParseContext): bigint | null | undefined {
  if (value === null) return null
  if (typeof value !== 'number') {
    wrongType(context, 'a number', value)
    return undefined
  }
  const units = parseDecimal(value, moneyScale)
  if (units === null) {
    invalid(context, `takes at most ${moneyScale} decimal places`)
    return undefined
  }
  if (units >= largestAmount || units <= -largestAmount) {
    invalid(context, 'is too large an amount')
    return undefined
  }
  return units
}

/** The currency, read as a bare code or as an object with Code. */
const currencyPart = (code: Pick<ValuePart, 'output' | 'operand' | 'optionSource'>): ValuePart =>
  valuePart(
    'CurrencyCode',
    { ...code, doc: 'The ISO 4217 code of the currency.' },
    ...['Code', 'Value'].map(face => valuePart(face, code)),
  )

/** The CurrencyCode of an amount: the code, or an object with Code. */
function readCode(amount: Record<string, unknown>): unknown {
  const sent = member(amount, 'CurrencyCode')
  return isObject(sent) ? (firstMember(sent, 'Code', 'Value') ?? sent) : sent
}

export function corporateMoney(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'CurrencyField' },
    columns: c => [column(c, 'exact')],
    part: ({ name, join, column: c }) => {
      const source = { join, column: c, exact: true }
      const operand = { type: moneyType, sources: [source] }
      const output = outputOf(source, decimalOf)
      const display = outputOf(source, (value, context) =>
        JSON.stringify(context.locale.money(decimalOf(value), context.corporateCurrency)),
      )
      const currency = outputOf(source, (_value, context) => JSON.stringify(context.corporateCurrency))
      return valuePart(
        name,
        { output, operand, presence: [source] },
        valuePart('Value', { output, operand }),
        valuePart('DisplayValue', { output: display, operand }),
        currencyPart({ output: currency }),
      )
    },
    parse: (value, c, _list, context) => {
      const code = isObject(value) ? readCode(value) : undefined
      if (typeof code === 'string' && code.toUpperCase() !== context.corporateCurrency) {
        return invalid(context, `is in the corporate currency, ${context.corporateCurrency}`)
      }
      const units = checkAmount(bareValue(value), context)
      return units === undefined ? null : { columns: { [c]: units } }
    },
  }
}

/** The column with the one currency of all revenue fields of a record; null means the corporate currency. */
export const currencyColumn = 'currency_code'

/**
 * An amount in the record's own currency, compared by its corporate value in a second column. A rule of the entity
 * computes the corporate value from the rates, and checks the currency.
 */
export function revenue(spec: Traits): Field {
  return {
    traits: spec,
    schema: { type: 'CurrencyField', hasOption: true },
    columns: c => [column(c, 'exact'), column(`${c}_corporate`, 'exact')],
    part: ({ name, join, column: c }) =>
      revenuePart(
        name,
        { join, column: c, exact: true },
        { join, column: `${c}_corporate`, exact: true },
        { join, column: currencyColumn },
      ),
    parse: (value, c, _list, context) => {
      if (!isObject(value)) {
        const units = checkAmount(value, context)
        return units === undefined ? null : { columns: { [c]: units } }
      }
      const [amount, code] = [member(value, 'Value'), readCode(value)]
      if (amount === undefined || code === undefined) {
        return invalid(context, 'takes Value and CurrencyCode together')
      }
      if (typeof code !== 'string' || !/^[A-Z]{3}$/i.test(code)) {
        context.problems.add(
          'WrongType',
          `${context.path}.CurrencyCode`,
          `${context.path}.CurrencyCode takes a currency code such as USD, not ${typeof code === 'string' ? `"${code}"` : nameOf(code)}.`,
        )
        return null
      }
      const units = checkAmount(amount, { ...context, path: `${context.path}.Value` })
      return units === undefined ? null : { columns: { [c]: units, [currencyColumn]: code.toUpperCase() } }
    },
    valueIsMember: true,
    optionSource: { provider: 'currencies' },
  }
}

function revenuePart(name: string, amount: Source, corporate: Source, currency: Source): ValuePart {
  const operand = { type: moneyType, sources: [corporate] }
  const output = outputOf(amount, decimalOf)
  /** An amount without a currency of its own is in the corporate currency. */
  const withCode = (render: (units: Scalar, code: string, context: RenderContext) => string): Output => ({
    sources: [amount, currency],
    json: (row, at, context) => {
      const units = row[at[0] as number] as Scalar
      if (units === null) return 'null'
      return JSON.stringify(
        render(units, (row[at[1] as number] as string | null) ?? context.corporateCurrency, context),
      )
    },
  })
  const code = {
    output: withCode((_units, currencyCode) => currencyCode),
    operand: {
      type: codeType,
      sources: [amount, currency],
      sql: ([units, own]: readonly unknown[], { corporateCurrency }: BoundFacts) =>
        sql`case when ${units} is not null then coalesce(${own}, ${corporateCurrency}) end`,
    },
    optionSource: { provider: 'currencies' as const },
  }
  const display = withCode((units, currencyCode, { locale }) => locale.money(decimalOf(units), currencyCode))
  return valuePart(
    name,
    { output, operand, presence: [amount] },
    valuePart('Value', { output, operand }),
    valuePart('DisplayValue', { output: display, operand }),
    currencyPart(code),
    valuePart('CorporateValue', { output: outputOf(corporate, decimalOf), operand }),
  )
}

/** Read only: the record's amount, chosen by a rule, in its own currency or the corporate one. */
export function derivedMoney(spec: Traits & { amount: string; corporate: string; currency?: string }): Field {
  const { amount, corporate, currency, ...traits } = spec
  return {
    traits: { readOnly: true, ...traits },
    schema: { type: 'CurrencyField' },
    columns: () => [column(amount, 'exact')],
    part: ({ name, join }) => {
      const [own, compared] = [
        { join, column: amount, exact: true },
        { join, column: corporate, exact: true },
      ]
      if (currency !== undefined) return revenuePart(name, own, compared, { join, column: currency })
      return corporateMoney(traits).part({ name, join, column: amount, listTable: '' })
    },
  }
}
