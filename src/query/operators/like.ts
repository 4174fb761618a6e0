// Implements $LIKE: % matches any text, _ one character, \ escapes; a pattern that begins with text uses an index.
import { type SqlBool, sql } from 'kysely'
import { refuse } from '../../base/errors.ts'
import { fold } from '../../base/text/fold.ts'
import { nameOf } from '../../base/text/json.ts'
import { plainText } from '../../fields/types.ts'
import { all, type SqlCondition } from '../combine.ts'
import { Pattern, type Piece } from './match-pattern.ts'
import { compareValues, type Operator, payFor } from './operator.ts'

/** The pattern is split before folding, so that folding cannot turn text into a wildcard. */
function piecesOf(pattern: string): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  const flush = () => {
    if (text !== '') pieces.push({ text: fold(text) })
    text = ''
  }
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string
    if (char === '\\' && i + 1 < pattern.length) text += pattern[++i]
    else if (char === '%' || char === '_') {
      flush()
      if (
        char === '_' ||
        pieces.at(-1) === undefined ||
        !('wild' in (pieces.at(-1) as Piece)) ||
        (pieces.at(-1) as { wild: string }).wild !== '%'
      )
        pieces.push({ wild: char })
    } else text += char
  }
  flush()
  return pieces
}

type Sort = 'exact' | 'prefix' | 'any'

function sortOf(pieces: readonly Piece[]): Sort {
  if (pieces.every(piece => 'text' in piece)) return 'exact'
  const [first, second] = pieces
  return pieces.length === 2 && first && 'text' in first && second && 'wild' in second && second.wild === '%'
    ? 'prefix'
    : 'any'
}

/** The least text that is greater than every text with this prefix; null when there is none. */
function afterPrefix(prefix: string): string | null {
  const points = [...prefix].map(char => char.codePointAt(0) as number)
  for (let i = points.length - 1; i >= 0; i--) {
    let next = (points[i] as number) + 1
    if (next >= 0xd800 && next <= 0xdfff) next = 0xe000
    if (next <= 0x10ffff) return String.fromCodePoint(...points.slice(0, i), next)
  }
  return null
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const textOf = (pieces: readonly Piece[]): string => pieces.map(piece => ('text' in piece ? piece.text : '')).join('')

export const like: Operator = {
  name: '$LIKE',
  doc: 'Matches a pattern: `%` is any run of characters, `_` one of them, `\\` takes the next one as it is.',
  sort: literal => (typeof literal === 'string' ? sortOf(piecesOf(literal)) : 'any'),
  bind: (literal, _type, path) => {
    if (typeof literal !== 'string')
      return refuse('WrongType', path, `${path} takes a pattern, not ${nameOf(literal)}.`)
    const pieces = piecesOf(plainText(literal, path))
    const sort = sortOf(pieces)
    if (sort === 'exact') return [textOf(pieces)]
    if (sort === 'prefix') return [textOf(pieces), afterPrefix(textOf(pieces)) ?? '\u{10ffff}']
    return [pieces.map(piece => ('text' in piece ? escaped(piece.text) : piece.wild)).join('')]
  },
  compile: (x, _type, placeholder, sort, dialect) => {
    if (sort === 'exact') return sql`${x} = ${placeholder(0)}`
    if (sort === 'prefix') return sql`(${x} >= ${placeholder(0)} and ${x} < ${placeholder(1)})`
    return all(dialect.stoppable([sql<SqlBool>`${x} like ${placeholder(0)} escape '\\'`], x)) as SqlCondition
  },
  holds: (value, bound, _type, sort, budget) => {
    if (sort !== 'any') payFor(value, budget)
    if (sort === 'exact') return value === bound[0]
    if (sort === 'prefix')
      return compareValues(value, bound[0] as string) >= 0 && compareValues(value, bound[1] as string) < 0
    return patternOf(bound).matches(String(value), budget)
  },
}

const patterns = new WeakMap<readonly unknown[], Pattern>()

/** A bound pattern, parsed once: in memory each row is compared with the same one. */
function patternOf(bound: readonly unknown[]): Pattern {
  let pattern = patterns.get(bound)
  if (!pattern) {
    pattern = new Pattern(piecesOf(bound[0] as string))
    patterns.set(bound, pattern)
  }
  return pattern
}
