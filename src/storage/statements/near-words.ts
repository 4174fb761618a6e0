// Finds the words of a vocabulary that may be near a word of a query, by indexes on parts of words.
import { type RawBuilder, sql } from 'kysely'
import { quoteName } from '../schema/quote.ts'
import { type Args, type Bound, dynamicStatement } from '../statement.ts'

/**
 * Parts of a word, as expressions on its column `bare`, which begins with the letter of its kind. A part of `stem` lacks one of the
 * first four characters: two beginnings with at most one error between them have such a part in common. A part of `tail` is four
 * characters from the third to the seventh on: with two errors in its first half, a word of eight characters has its second half there.
 */
const kind = 'substr(bare, 1, 1)'
const stems = [
  `(${kind} || substr(bare, 3, 3))`,
  '(substr(bare, 1, 2) || substr(bare, 4, 2))',
  '(substr(bare, 1, 3) || substr(bare, 5, 1))',
  '(substr(bare, 1, 4))',
] as const
const tails = [4, 5, 6, 7, 8].map(from => `(${kind} || substr(bare, ${from}, 4))`)
/** Shorter words have no part of their tail that a query of eight characters could have. */
const hasTail = 'length(bare) > 6'

/** The DDL of the indexes, for both engines. */
export function nearIndexes(table: string): string[] {
  const vocabulary = quoteName(`${table}_vocabulary`)
  const index = (name: string, part: string, where: string) =>
    `CREATE INDEX ${quoteName(`${table}_near_${name}`)} ON ${vocabulary} (db, ${part})${where}`
  return [
    ...stems.map((part, i) => index(`stem${i + 1}`, part, '')),
    ...tails.map((part, i) => index(`tail${i + 1}`, part, ` WHERE ${hasTail}`)),
  ]
}

/** Two forms of a beginning, each in four ways. */
const mostStems = 8
/** Longer than every word. */
const wholeWord = 1_000

type NearArgs = { db: number; least: number; longest: number; cut: number; most: number; tail: string } & {
  [stem: `stem${number}`]: string
}

const statements = new Map<string, Record<'one' | 'two', Bound<NearArgs>>>()

function statementsOf(table: string): Record<'one' | 'two', Bound<NearArgs>> {
  let known = statements.get(table)
  if (!known) {
    known = { one: nearStatement(table, false), two: nearStatement(table, true) }
    statements.set(table, known)
  }
  return known
}

const nearStatement = (table: string, withTails: boolean): Bound<NearArgs> =>
  dynamicStatement<NearArgs>((db, p) => ({ compile: () => nearSelect(table, withTails, p).compile(db) }) as never, {
    reads: true,
    limited: true,
    genericPlan: true,
  })

function nearSelect(table: string, withTails: boolean, p: Args<NearArgs>): RawBuilder<unknown> {
  const wanted = sql.join(Array.from({ length: mostStems }, (_, i) => sql`${p(`stem${i}`)}`))
  const select = (condition: RawBuilder<unknown>) =>
    sql`select substr(bare, 1, ${p('cut')}) as "word" from ${sql.table(`${table}_vocabulary`)}
      where db = ${p('db')} and ${condition} and length(bare) between ${p('least')} and ${p('longest')}`
  const selects = [
    ...stems.map(part => select(sql`${sql.raw(part)} in (${wanted})`)),
    ...(withTails ? tails.map(part => select(sql`${sql.raw(part)} = ${p('tail')} and ${sql.raw(hasTail)}`)) : []),
  ]
  return sql`select "word" from (${sql.join(selects, sql` union `)}) as w limit (${p('most')} + 0)`
}

interface NearAsk {
  readonly kind: string
  readonly text: string
  readonly beginning: boolean
  /** One, in a word of four characters or more, or two, in one of eight or more. */
  readonly errors: number
}

/** Selects at most `most` words, or beginnings of words, among which are all that are near. Each has the letter of its kind. */
export function nearWords(table: string, db: number, { kind, text, beginning, errors }: NearAsk, most: number) {
  const letters = [...text]
  // Where the fourth and the fifth character are swapped, the second half is wrong without being at another place.
  const swapped = [...letters.slice(0, 3), letters[4] ?? '']
  const forms = errors === 1 ? [letters] : [letters, swapped]
  const parts = forms.flatMap(form => [0, 1, 2, 3].map(i => kind + form.slice(0, 4).toSpliced(i, 1).join('')))
  const stemArgs = Object.fromEntries(Array.from({ length: mostStems }, (_, i) => [`stem${i}`, parts[i] ?? parts[0]]))
  const args = {
    ...{ db, most, tail: kind + letters.slice(4, 8).join('') },
    least: 1 + letters.length - errors,
    longest: beginning ? wholeWord : 1 + letters.length + errors,
    cut: beginning ? 1 + letters.length + errors : wholeWord,
    ...(stemArgs as Record<`stem${number}`, string>),
  }
  return (dialect: Parameters<Bound<NearArgs>>[0]) => statementsOf(table)[errors === 1 ? 'one' : 'two'](dialect, args)
}
