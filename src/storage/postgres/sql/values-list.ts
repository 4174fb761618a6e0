// Inserts rows by VALUES lists. Citus would run INSERT ... SELECT from a function as a COPY with a two-phase commit.
import { sql } from 'kysely'
import type { Inserter } from '../../dialect.ts'
import type { Facts, ValuesList } from '../../statements/facts.ts'
import type { Query, Scalar, Value } from '../../store.ts'
import type { Column } from '../../table.ts'
import { joinPieces } from './compiler.ts'
import { postgresDialect } from './dialect.ts'

export function valuesInserter(table: string, columns: readonly Column[]): Inserter {
  const stored = columns.filter(column => !column.gapless)
  const names = stored.map(({ name }) => name)
  const compiled = sql`insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))}) values `.compile(
    postgresDialect.dynamicBuilder,
  )
  const row = ['(', ...names.slice(1).map(() => ', '), ')']
  const insert = valuesStatement({ head: compiled.sql, row }, names.indexOf('db'))
  return given => insert(stored.map(({ name, default: fallback }) => given[name] ?? fallback ?? null))
}

/** The statement that adds one row. `tenant` is the index of the value that holds the tenant, -1 when there is none. */
export function valuesStatement(list: ValuesList, tenant: number): (row: readonly Scalar[]) => Query {
  const text = listText(list, 1)
  const facts: Facts = { merge: list, ...(tenant >= 0 && { tenant }) }
  return params => ({ sql: text, params, facts })
}

/** The most rows of one statement: larger statements are too rare to be worth preparing. */
const longest = 32

/** Merges statements that each add a row of one tenant to a table into few statements. */
export function joinValues(list: ValuesList, rows: readonly (readonly Value[])[]): { query: Query; rows: number }[] {
  const joined: { query: Query; rows: number }[] = []
  for (let at = 0; at < rows.length; ) {
    // Lengths are powers of two, so that there are few texts to prepare.
    const count = Math.min(longest, 2 ** Math.floor(Math.log2(rows.length - at)))
    const params = rows.slice(at, at + count).flat()
    joined.push({ query: { sql: listText(list, count), params }, rows: count })
    at += count
  }
  return joined
}

const texts = new WeakMap<ValuesList, Map<number, string>>()

function listText(list: ValuesList, rows: number): string {
  const known = texts.get(list) ?? new Map<number, string>()
  texts.set(list, known)
  let text = known.get(rows)
  if (text === undefined) {
    let number = 0
    const one = () => joinPieces(list.row, () => `$${++number}`)
    text = list.head + Array.from({ length: rows }, one).join(', ') + (list.tail ?? '')
    known.set(rows, text)
  }
  return text
}
