// Implements $GT, $GE, $LT and $LE: by order, and for periods after, from, before and up to the end.
import { type RawBuilder, sql } from 'kysely'
import { bindOne, compareValues, isPeriodic, type Operator, payFor } from './operator.ts'

type Comparison = {
  name: '$GT' | '$GE' | '$LT' | '$LE'
  doc: string
  sign: RawBuilder<unknown>
  test: (order: number) => boolean
  periodSign: RawBuilder<unknown>
  periodTest: (order: number) => boolean
  edge: 0 | 1
}

/** A period is half-open: "after" means from its end on, "up to" means before its end. */
const comparison = ({ name, doc, sign, test, periodSign, periodTest, edge }: Comparison): Operator => ({
  name,
  doc,
  bind: bindOne,
  compile: (x, type, placeholder) =>
    isPeriodic(type) ? sql`${x} ${periodSign} ${placeholder(edge)}` : sql`${x} ${sign} ${placeholder(0)}`,
  holds: (value, bound, type, _sort, budget) => {
    payFor(value, budget)
    return isPeriodic(type)
      ? periodTest(compareValues(value, bound[edge] as string))
      : test(compareValues(value, bound[0] as string))
  },
})

export const comparisons: readonly Operator[] = [
  comparison({
    name: '$GT',
    doc: 'Greater; after the period.',
    sign: sql`>`,
    test: o => o > 0,
    periodSign: sql`>=`,
    periodTest: o => o >= 0,
    edge: 1,
  }),
  comparison({
    name: '$GE',
    doc: 'Greater or the same; from the start of the period.',
    sign: sql`>=`,
    test: o => o >= 0,
    periodSign: sql`>=`,
    periodTest: o => o >= 0,
    edge: 0,
  }),
  comparison({
    name: '$LT',
    doc: 'Less; before the period.',
    sign: sql`<`,
    test: o => o < 0,
    periodSign: sql`<`,
    periodTest: o => o < 0,
    edge: 0,
  }),
  comparison({
    name: '$LE',
    doc: 'Less or the same; up to the end of the period.',
    sign: sql`<=`,
    test: o => o <= 0,
    periodSign: sql`<`,
    periodTest: o => o < 0,
    edge: 1,
  }),
]
