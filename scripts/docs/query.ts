// Generates the reference of the query language from its operators, conditions, functions and aggregates.
import {
  codeType,
  dateTimeType,
  dateType,
  flagType,
  keyType,
  moneyType,
  numberType,
  optionType,
  textType,
} from '../../src/fields/types.ts'
import type { ValueType } from '../../src/fields/value-type.ts'
import { aggregateWords, conditionWords, valueWords, type Word } from '../../src/query/language.ts'
import { operators } from '../../src/query/operators/index.ts'
import { notice, table } from './markdown.ts'

const kinds: readonly (readonly [string, ValueType])[] = [
  ['text', textType],
  ['codes', codeType],
  ['keys', keyType(['AbEntry'])],
  ['numbers', numberType],
  ['options', optionType],
  ['amounts', moneyType],
  ['dates', dateType],
  ['date-times', dateTimeType],
  ['flags', flagType],
]

const words = (list: readonly Word[]) => list.map(({ form, doc }) => [`\`${form}\``, doc])

function operatorRows(): string[][] {
  return [...operators.values()].map(operator => {
    const taken = kinds.filter(([, type]) => type.operators.includes(operator.name)).map(([kind]) => kind)
    const by = operator.name === '$ALL' ? 'lists' : taken.length === kinds.length ? 'all' : taken.join(', ')
    return [`\`${operator.name}\``, operator.doc, by]
  })
}

export function queryPage(): string {
  return `# Query language

${notice}

[How a Read works](../explanations/reading.md) explains how the parts of a Read fit together. Which operators a
field takes is also in its Schema row, under \`Queryable\`.

## Operators

${table(['Operator', 'Meaning', 'Taken by'], operatorRows())}

A bare value means \`$EQ\`, an array \`$IN\`. The operator may also come first: \`{"$EQ": {"Email": "x"}}\`. On a list a
condition holds when some element meets it; its complement when none does.

## Conditions

${table(['Form', 'Meaning'], words(conditionWords))}

## Functions where a value stands

${table(['Function', 'Meaning'], words(valueWords))}

A function of time, and a date alone where a date-time is compared, is a period: \`$EQ\` is inside it, \`$LT\` before it,
\`$LE\` up to its end, \`$GT\` after it, \`$GE\` from its start. Periods are those of \`Globalization.TimeZone\`, else of UTC.

## Aggregates

${table(['Aggregate', 'Meaning'], words(aggregateWords))}

With \`/DisplayValue\` behind it an aggregate is shown for people. \`GroupBy.Fields\` takes fields, \`$YEAR(field)\` and
\`$MONTH(field)\`.
`
}
