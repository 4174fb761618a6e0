// $GT, $GE, $LT, $LE: by order; before, from, up to the end of, and after a period.
import { type RawBuilder, sql } from 'kysely'
import { bindOne, compareValues, isPeriodic, type Operator } from './operator.ts'

type Comparison = {
  name: '$GT' | '$GE' | '$LT' | '$LE'
  sign: RawBuilder<unknown>
  test: (order: number) => boolean
  periodSign: RawBuilder<unknown>
  periodTest: (order: number) => boolean
  edge: 0 | 1
}

/** A period is a half-open stretch: after it means from its end on, up to it means before its end. */
const comparison = ({ name, sign, test, periodSign, periodTest, edge }: Comparison): Operator => ({
  name,
  bind: bindOne,
  compile: (x, type, slot) => (isPeriodic(type) ? sql`${x} ${periodSign} ${slot(edge)}` : sql`${x} ${sign} ${slot(0)}`),
  holds: (value, bound, type) =>
    isPeriodic(type)
      ? periodTest(compareValues(value, bound[edge] as string))
      : test(compareValues(value, bound[0] as string)),
})

export const comparisons: readonly Operator[] = [
  comparison({ name: '$GT', sign: sql`>`, test: o => o > 0, periodSign: sql`>=`, periodTest: o => o >= 0, edge: 1 }),
  comparison({ name: '$GE', sign: sql`>=`, test: o => o >= 0, periodSign: sql`>=`, periodTest: o => o >= 0, edge: 0 }),
  comparison({ name: '$LT', sign: sql`<`, test: o => o < 0, periodSign: sql`<`, periodTest: o => o < 0, edge: 0 }),
  comparison({ name: '$LE', sign: sql`<=`, test: o => o <= 0, periodSign: sql`<`, periodTest: o => o < 0, edge: 1 }),
]
