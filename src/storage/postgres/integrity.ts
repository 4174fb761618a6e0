// Checks a PostgreSQL store: references, checksum failures, indexes by amcheck, the word index against the rows.
import { quoteName } from '../schema/quote.ts'
import type { Examination, IntegrityPort, Query, Row, Scalar, SlowReadOptions } from '../store.ts'
import type { Table } from '../table.ts'
import { bareOf, commonWords } from './sql/postings.ts'

type ReadSlow = (query: Query, options?: SlowReadOptions) => Promise<Scalar[][]>

const mostDefects = 20
/** One statement checks one index or one reference, each of any size. */
const longestCheckMs = 24 * 3_600_000
const pageRows = 2_000

export class PostgresIntegrity implements IntegrityPort {
  /** PostgreSQL recovers by itself, so a server that was killed leaves nothing to check. */
  readonly stoppedUncleanly = false
  readonly #readSlow: ReadSlow

  constructor(readSlow: ReadSlow) {
    this.#readSlow = readSlow
  }

  async examine(depth: 'quick' | 'deep', tables: readonly Table[]): Promise<Examination> {
    const checksums = await this.#checksumFailures()
    if (depth === 'quick') return { defects: checksums }
    const references = await this.#danglingReferences(tables)
    const { defects, unchecked } = await this.#indexes()
    const all = { defects: [...checksums, ...references, ...defects].slice(0, mostDefects) }
    return unchecked ? { ...all, unchecked } : all
  }

  async compareWords(table: Table, tokensOf: (row: Row) => readonly string[]): Promise<string[]> {
    let differing = 0
    let first: string | null = null
    for await (const { id, expected, found } of this.#wordsOf(table, tokensOf)) {
      if (expected === found) continue
      differing++
      first ??= id
    }
    const [name, words] = [quoteName(table.name), quoteName(`${table.name}_words`)]
    const [row] = await this.#list(
      `SELECT count(*)::int4 FROM ${words} w
       WHERE NOT EXISTS (SELECT 1 FROM ${name} r WHERE r.db = w.db AND r.id = w.id AND r.deleted IS NULL)`,
    )
    const strange = Number(row?.[0])
    return [
      ...(differing > 0
        ? [`the word index of ${table.name} differs from ${differing} of its rows, first from ${first}`]
        : []),
      ...(strange > 0 ? [`the word index of ${table.name} has words of ${strange} records that do not exist`] : []),
      ...(await this.#compareNames(table)),
      ...(await this.#comparePostings(table)),
    ]
  }

  /** A search in the order of names reads the names from the index. */
  async #compareNames({ name }: Table): Promise<string[]> {
    const [row] = await this.#list(
      `SELECT count(*)::int4 FROM ${quoteName(`${name}_words`)} w JOIN ${quoteName(name)} r ON r.db = w.db AND r.id = w.id
       WHERE r.display_f IS DISTINCT FROM w.display_f`,
    )
    return row?.[0] ? [`the word index of ${name} has other names than ${row[0]} of its rows`] : []
  }

  async #comparePostings({ name }: Table): Promise<string[]> {
    const [postings, words] = [quoteName(`${name}_postings`), quoteName(`${name}_words`)]
    const [missing] = await this.#list(`SELECT count(*)::int4 FROM (${commonWords(words)}) c
      WHERE NOT EXISTS (SELECT 1 FROM ${postings} p WHERE p.db = c.db AND p.word = c.word AND p.id = c.id)`)
    const [strange] = await this.#list(`SELECT count(*)::int4 FROM ${postings} p WHERE NOT EXISTS
      (SELECT 1 FROM ${words} w WHERE w.db = p.db AND w.id = p.id AND p.word = ANY (tsvector_to_array(w.words)))`)
    const [unlisted] =
      await this.#list(`SELECT count(*)::int4 FROM (SELECT DISTINCT p.db, ${bareOf('p')} AS bare FROM ${postings} p) w
      WHERE NOT EXISTS (SELECT 1 FROM ${quoteName(`${name}_vocabulary`)} v WHERE v.db = w.db AND v.bare = w.bare)`)
    return [
      ...(unlisted?.[0] ? [`the vocabulary of ${name} lacks ${unlisted[0]} words`] : []),
      ...(missing?.[0] ? [`the postings of ${name} lack ${missing[0]} words of its records`] : []),
      ...(strange?.[0] ? [`the postings of ${name} have ${strange[0]} words that no record has`] : []),
    ]
  }

  /** Each row with its sorted tokens and those of the index. A page is one statement, and so one snapshot. */
  async *#wordsOf(table: Table, tokensOf: (row: Row) => readonly string[]) {
    const columns = table.columns.filter(column => column.type === 'text').map(column => column.name)
    const sql = `SELECT r.db, coalesce((SELECT array_to_string(tsvector_to_array(w.words), ' ')
        FROM ${quoteName(`${table.name}_words`)} w WHERE w.db = r.db AND w.id = r.id), ''),
      ${columns.map(name => `r.${quoteName(name)}`)}
      FROM ${quoteName(table.name)} r WHERE r.deleted IS NULL AND (r.db, r.id) > ($1, $2)
      ORDER BY r.db, r.id LIMIT ${pageRows}`
    let after: [number, string] | null = [0, '']
    while (after) {
      const page: Scalar[][] = await this.#list(sql, after)
      for (const [db, words, ...values] of page) {
        const row: Row = {
          db: db as number,
          ...Object.fromEntries(columns.map((name, i) => [name, values[i] as Scalar])),
        }
        const sorted = (tokens: readonly string[]) => [...tokens].sort().join(' ')
        yield { id: String(row.id), expected: sorted(tokensOf(row)), found: sorted(String(words).split(' ')) }
        after = [row.db as number, String(row.id)]
      }
      if (page.length < pageRows) after = null
    }
  }

  async #checksumFailures(): Promise<string[]> {
    const [row] = await this.#list(
      'SELECT coalesce(checksum_failures, 0)::int4 FROM pg_stat_database WHERE datname = current_database()',
    )
    const failures = Number(row?.[0] ?? 0)
    return failures > 0 ? [`PostgreSQL counted ${failures} pages with a wrong checksum`] : []
  }

  async #danglingReferences(tables: readonly Table[]): Promise<string[]> {
    const defects: string[] = []
    for (const { name, foreignKeys = [] } of tables) {
      for (const { columns, table, references } of foreignKeys) {
        const own = columns.map(column => `c.${quoteName(column)}`)
        const pairs = own.map((column, i) => `p.${quoteName(references[i] as string)} = ${column}`)
        const present = own.map(column => `${column} IS NOT NULL`).join(' AND ')
        const found = await this.#list(
          `SELECT 1 FROM ${quoteName(name)} c WHERE ${present}
           AND NOT EXISTS (SELECT 1 FROM ${quoteName(table)} p WHERE ${pairs.join(' AND ')}) LIMIT 1`,
        )
        if (found.length > 0) defects.push(`${name} has a row whose ${table} does not exist`)
      }
    }
    return defects
  }

  /** Compares every B-tree index with its table, if this user may run the extension amcheck. */
  async #indexes(): Promise<Examination> {
    const todo =
      'As a superuser: CREATE EXTENSION amcheck; GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean) TO the user of the store.'
    const [row] = await this.#list(
      `SELECT bool_and(has_function_privilege(p.oid, 'execute'))::int4 FROM pg_proc p
       JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
       JOIN pg_extension e ON e.oid = d.refobjid WHERE e.extname = 'amcheck' AND p.proname = 'bt_index_check' AND p.pronargs = 2`,
    )
    if (row?.[0] !== 1)
      return {
        defects: [],
        unchecked: { text: 'indexes are not compared with their tables: there is no amcheck', todo },
      }
    const names = await this.#list(
      `SELECT c.oid::int8::text, c.relname FROM pg_class c JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree'
       JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid
       WHERE c.relnamespace = current_schema()::regnamespace ORDER BY c.relname`,
    )
    const defects: string[] = []
    for (const [oid, name] of names) {
      try {
        await this.#list('SELECT bt_index_check($1::oid::regclass, true)::text', [oid as string])
      } catch (error) {
        defects.push(
          `index ${name}: ${error instanceof Error ? ((error.cause as Error | undefined) ?? error).message : error}`,
        )
      }
    }
    return { defects }
  }

  #list = (sql: string, params: Query['params'] = []): Promise<Scalar[][]> =>
    this.#readSlow({ sql, params, facts: { reads: true, allTenants: true } }, { timeoutMs: longestCheckMs })
}
