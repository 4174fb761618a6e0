// Lists what filters can ask of a field, each with its criterion in the query language and the way back.
type Criterion = Readonly<Record<string, unknown>>

interface Operator {
  /** How many values it takes. A span is a count and a unit of time. */
  readonly takes: 0 | 1 | 2 | 'many' | 'span'
  /** The server's operators that it is made of. */
  readonly needs: readonly string[]
  criterion(literals: readonly unknown[]): Criterion
  /** The literals of a criterion that it could have made; null for any other. */
  match(criterion: Criterion): readonly unknown[] | null
}

const only = (criterion: Criterion, name: string): unknown =>
  Object.keys(criterion).length === 1 ? criterion[name] : undefined

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const plain = (name: string): Operator => ({
  takes: 1,
  needs: [name],
  criterion: ([value]) => ({ [name]: value }),
  match: criterion => {
    const value = only(criterion, name)
    return isScalar(value) ? [value] : null
  },
})

const list = (name: string): Operator => ({
  takes: 'many',
  needs: [name],
  criterion: values => ({ [name]: values }),
  match: criterion => {
    const values = only(criterion, name)
    return Array.isArray(values) && values.length > 0 && values.every(isScalar) ? values : null
  },
})

const constant = (name: string, value: unknown): Operator => ({
  takes: 0,
  needs: [name],
  criterion: () => ({ [name]: value }),
  match: criterion => (name in criterion && only(criterion, name) === value ? [] : null),
})

/** A text that stands for itself in a pattern. */
export const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The text of a pattern without wildcards; null where there are some. */
function literalOfPattern(pattern: string): string | null {
  // Each character stands for itself or is escaped; a backslash at the end would escape the wildcard behind the text.
  return /^(?:[^\\%_]|\\.)*$/s.test(pattern) ? pattern.replace(/\\(.)/gs, '$1') : null
}

const pattern = (name: string, before: string, after: string): Operator => ({
  takes: 1,
  needs: [name],
  criterion: ([value]) => ({ [name]: `${before}${escapePattern(String(value))}${after}` }),
  match: criterion => {
    const value = only(criterion, name)
    if (typeof value !== 'string' || value.length <= before.length + after.length) return null
    if (!value.startsWith(before) || !value.endsWith(after)) return null
    const text = literalOfPattern(value.slice(before.length, value.length - after.length))
    return text === null ? null : [text]
  },
})

const range: Operator = {
  takes: 2,
  needs: ['$RANGE'],
  criterion: values => ({ $RANGE: values }),
  match: criterion => {
    const values = only(criterion, '$RANGE')
    return Array.isArray(values) && values.length === 2 && values.every(isScalar) ? values : null
  },
}

const today = '$TODAY()'

/** The count and unit of `$OFFSET(D-7, $TODAY())`. */
function offsetParts(value: unknown, sign: string): readonly string[] | null {
  const match = /^\$OFFSET\(([DWMY])([+-])(\d+), \$TODAY\(\)\)$/.exec(String(value))
  return match && match[2] === sign ? [match[3] as string, match[1] as string] : null
}

const lastSpan: Operator = {
  takes: 'span',
  needs: ['$GT', '$LE'],
  criterion: ([count, unit]) => ({ $GT: `$OFFSET(${unit}-${count}, ${today})`, $LE: today }),
  match: ({ $GT, $LE, ...rest }) => ($LE === today && Object.keys(rest).length === 0 ? offsetParts($GT, '-') : null),
}

const nextSpan: Operator = {
  takes: 'span',
  needs: ['$GE', '$LT'],
  criterion: ([count, unit]) => ({ $GE: today, $LT: `$OFFSET(${unit}+${count}, ${today})` }),
  match: ({ $GE, $LT, ...rest }) => ($GE === today && Object.keys(rest).length === 0 ? offsetParts($LT, '+') : null),
}

const longAgo: Operator = {
  takes: 'span',
  needs: ['$LT'],
  criterion: ([count, unit]) => ({ $LT: `$OFFSET(${unit}-${count}, ${today})` }),
  match: criterion => offsetParts(only(criterion, '$LT'), '-'),
}

/** The names stand in URLs: they never change their meaning. */
const operators = {
  has: pattern('$LIKE', '%', '%'),
  hasnt: pattern('$NLIKE', '%', '%'),
  starts: pattern('$LIKE', '', '%'),
  ends: pattern('$LIKE', '%', ''),
  is: plain('$EQ'),
  not: plain('$NE'),
  gt: plain('$GT'),
  ge: plain('$GE'),
  lt: plain('$LT'),
  le: plain('$LE'),
  between: range,
  in: list('$IN'),
  nin: list('$NIN'),
  all: list('$ALL'),
  last: lastSpan,
  next: nextSpan,
  ago: longAgo,
  yes: constant('$EQ', true),
  no: constant('$EQ', false),
  empty: constant('$EQ', null),
  filled: constant('$NE', null),
} as const satisfies Record<string, Operator>

export type OperatorName = keyof typeof operators

export const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name)

export const operatorNamed = (name: OperatorName): Operator => operators[name]

interface QueryableField {
  /** The server's operators, `$EQ` and so on. */
  readonly queryable: readonly string[]
}

interface FilterableKind {
  readonly operators: readonly OperatorName[]
}

/** What the kind offers and the server takes for this field. */
export const operatorsOf = ({ queryable }: QueryableField, kind: FilterableKind): readonly OperatorName[] =>
  kind.operators.filter(name => operators[name].needs.every(needed => queryable.includes(needed)))

/** Whether a condition has all its values; one that is being typed has not, and finds everything. */
export function isComplete(name: OperatorName, values: readonly string[]): boolean {
  const { takes } = operators[name]
  if (takes === 'many') return values.length > 0
  const count = takes === 'span' ? 2 : takes
  return values.length >= count && values.slice(0, count).every(value => value !== '')
}
