// Defines the kind for the status of a token: active, expired or revoked. Writing 2 revokes the token for good.
import { sql } from 'kysely'
import { invalid } from '../../checks.ts'
import type { Field, Traits } from '../../field.ts'
import { itemKeys } from '../../option-source.ts'
import { type BoundFacts, type Output, valuePart } from '../../part.ts'
import { integerType } from '../../types.ts'
import { readOptionKey } from '../option.ts'

const names = ['Active', 'Expired', 'Revoked']

const statusAt = (expires: unknown, revoked: unknown, now: number): number =>
  revoked === 1 ? 2 : expires !== null && Number(expires) <= now ? 1 : 0

export function tokenStatus(spec: Traits & { expires: string; revoked: string }): Field {
  const { expires, revoked, ...traits } = spec
  return {
    traits,
    schema: { type: 'EnumField<StringItem>', hasOption: true, numericKeys: true },
    columns: () => [],
    part: ({ name, join }) => {
      const sources = [
        { join, column: expires },
        { join, column: revoked },
      ]
      const render = (json: (status: number) => string): Output => ({
        sources,
        json: (row, at, context) => json(statusAt(row[at[0] as number], row[at[1] as number], context.now)),
      })
      const operand = {
        type: integerType,
        sources,
        sql: (columns: readonly unknown[], { now }: BoundFacts) =>
          sql`case when ${columns[1]} = 1 then 2 when ${columns[0]} <= ${now} then 1 else 0 end`,
      }
      const key = render(String)
      const display = render(status => JSON.stringify(names[status]))
      return valuePart(
        name,
        { output: key, operand },
        valuePart('Key', { output: key, operand }),
        valuePart('DisplayValue', { output: display }),
      )
    },
    parse: (value, _c, _list, context) => {
      const key = readOptionKey(value, context, itemKeys({}))
      if (key === undefined) return null
      if (key === 2) return { columns: { [revoked]: 1 } }
      if (key === 0 && context.current[revoked] !== 1) return { columns: {} }
      return invalid(context, 'can be set to 2 (revoked) alone, and a revoked token stays so')
    },
    optionSource: { items: names.map((name, key) => ({ key, name })) },
  }
}
