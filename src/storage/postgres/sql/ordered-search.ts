// Searches the postings of words in the order of identifiers, in chunks, and stops when the page is full.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderedSearch, SearchForm, SearchWithin } from '../../dialect.ts'
import type { Value } from '../../statements/row-list.ts'

/** A prefix of more words is not looked up word by word: that many words occur in many records. */
const mostWords = 128
/** Identifiers of the rarest prefix that the first step takes when records must match other prefixes too. */
const firstChunk = 64
/** Each step takes four times as many as the step before, up to this limit, so that a rare pair of words takes few steps. */
const largestChunk = 1_024
/** Up to this many identifiers of the next prefix per identifier of a chunk are read as a range; beyond it each record is looked up. */
const mostInRange = 8
/** How many more records than needed a step takes, since other conditions exclude a few. */
const spare = 8

/** The last of all identifiers. */
const last = sql`chr(1114111)`

/**
 * The statement leaves the planner no choice that depends on how rare a word is: `step` takes the next identifiers of the
 * rarest prefix from the index, keeps those that match the other prefixes and `where`, and repeats until the page is full.
 * So one plan serves all words, with and without statistics. Starting a statement takes the longer the more nodes its plan has, so one
 * prefix has a form of its own.
 */
function within(search: SearchWithin) {
  const { table, alias, db, form } = search
  if (form === 'one prefix') {
    const ctes = [
      sql`driver as materialized (${onlyDriver(search)})`,
      sql`step(upto, ids, n, size) as (${onlySteps(search)})`,
    ]
    const id = sql.ref(`${alias}.id`)
    return [sql<SqlBool>`${id} = any(array(with recursive ${sql.join(ctes)} select unnest(ids) from step))`]
  }
  const ctes = [sql`driver as materialized (${driver(search)})`, sql`step(upto, ids, n, size) as (${steps(search)})`]
  // For a rare word or several lists of words, the word index gathers all records first.
  const gathered = sql`select w.id from ${wordsOf(table)} w where w.db = ${db} and w.words @@ (select query from driver where many = 0)`
  return [
    sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(array(with recursive ${sql.join(ctes)} select unnest(ids) from step union all ${gathered}))`,
  ]
}

const wordsOf = (table: string) => sql.table(`${table}_words`)

const fromPostings = ({ table, db }: SearchWithin) =>
  sql`from ${sql.table(`${table}_postings`)} p where p.db = ${db} and p.word`

/** The words that begin with `x.prefix`, and one more than are looked up. */
function wordsFrom(postings: RawBuilder<unknown>): RawBuilder<unknown> {
  const begins = sql`< x.prefix || ${last} order by word limit 1`
  return sql`array(
      with recursive v(word) as ((select word ${postings} >= x.prefix and word ${begins})
        union all select (select word ${postings} > v.word and word ${begins}) from v where v.word is not null)
      select word from v where word is not null limit ${sql.lit(mostWords + 1)})`
}

/**
 * One row with the words of the rarest prefix and those of the next. The further the first identifiers of a prefix reach, the
 * rarer it is. OFFSET 0 keeps the planner from computing a column again at each use. Lists are unnested in the select list,
 * since a function in FROM stores its rows before it returns them.
 */
function driver(search: SearchWithin): RawBuilder<unknown> {
  const postings = fromPostings(search)
  const expanded = sql`select ${wordsFrom(postings)} as words
    from (select json_array_elements_text(given.prefixes) as prefix) as x offset 0`
  const reach = sql`select min(l.id) from (select unnest(w.words) as word) as u
    cross join lateral (select id ${postings} = u.word order by id offset ${sql.lit(firstChunk - 1)} limit 1) as l`
  const ranked = sql`select w.words, (${reach}) as reach
    from (${expanded}) as w where cardinality(w.words) <= ${sql.lit(mostWords)} offset 0`
  const given = sql`select (g.v ->> 'q')::tsquery as query, g.v -> 'p' as prefixes, json_array_length(g.v -> 'p') as many
    from (select ${search.prefixes}::json as v offset 0) as g offset 0`
  return sql`select given.query, given.many, r.words, r.other, r.words is null as walk,
      given.many = 2 and r.other is not null as two
    from (${given}) as given left join lateral (
      select e.words, lead(e.words) over (order by e.reach desc nulls first) as other
      from (${ranked}) as e order by e.reach desc nulls first limit 1) as r on given.many > 0`
}

/**
 * Each step nests subqueries. From the innermost: `mine` are the next identifiers of the driver, or of all records where every
 * prefix has too many words; `others` are those of the next prefix in the same range; then the identifiers with all prefixes;
 * then the records that meet `where`. Lateral joins would be cached, at the cost of hashing the lists.
 */
function steps(search: SearchWithin): RawBuilder<unknown> {
  const { table, alias, db, from, where, after, limit, descending } = search
  const postings = fromPostings(search)
  const words = wordsOf(table)
  const { beyond, until, way, begin, end, next } = wayOf(descending)
  const mine = sql`case when driver.walk then array(select id from ${words} w where w.db = ${db} and ${next})
      ${ofWords(postings, { way, next })}`
  const begun = sql`select step.upto as since, step.n, step.size, driver.*, ${mine} as mine from step cross join driver
      where step.n < ${limit} and step.upto is not null offset 0`
  const ranged = sql`select m.*, m.mine[m.size] as upto from (${begun}) as m offset 0`
  const most = sql`k.size * ${sql.lit(mostInRange)}`
  const both = sql`select k.*, array(select id ${postings} = any(k.other) and id ${beyond} k.since and id ${until} coalesce(k.upto, ${end})
      limit ${most} + 1) as others from (${ranged}) as k offset 0`
  const listed = sql`cardinality(a.others) <= a.size * ${sql.lit(mostInRange)}`
  const hasAll = sql`exists (select 1 from ${words} w where w.db = ${db} and w.id = x.id and w.words @@ a.query offset 0)`
  const found = sql`select a.upto, a.n, a.size, array(select x.id from (select unnest(a.mine) as id
      intersect select unnest(case when a.other is not null and ${listed} then a.others else a.mine end)) as x
      where a.two and ${listed} or ${hasAll}) as ids from (${both}) as a offset 0`
  const id = sql.ref(`${alias}.id`)
  const met = sql`select b.upto, b.n, b.size, array(select ${id} from ${from} where ${where} and ${id} = any(b.ids)) as ids
      from (${found}) as b offset 0`
  return sql`select ${after ?? begin}::text collate "C", '{}'::text[] collate "C", 0, ${sql.lit(firstChunk)}
      from driver where many > 0
    union all select c.upto, c.ids, c.n + cardinality(c.ids), least(c.size * 4, ${sql.lit(largestChunk)}) from (${met}) as c`
}

/** The direction of the search; `next` are the identifiers of the next chunk. */
function wayOf(descending: boolean) {
  const beyond = descending ? sql`<` : sql`>`
  const way = descending ? sql`order by id desc` : sql`order by id`
  const [begin, end] = descending ? [last, sql`''`] : [sql`''`, last]
  const next = sql`id ${beyond} step.upto ${way} limit step.size`
  return { beyond, until: descending ? sql`>=` : sql`<=`, way, begin, end, next }
}

/** The branches of a CASE that take the next identifiers of one word, or of several. */
const ofWords = (postings: RawBuilder<unknown>, { way, next }: Pick<ReturnType<typeof wayOf>, 'way' | 'next'>) =>
  sql`when cardinality(driver.words) = 1 then array(select id ${postings} = driver.words[1] and ${next})
      else array(select id from (select unnest(driver.words) as word) as u
        cross join lateral (select id ${postings} = u.word and ${next}) as l ${way} limit step.size) end`

/** One row with the words of the prefix; `query` where there are too many of them. */
function onlyDriver(search: SearchWithin): RawBuilder<unknown> {
  const given = sql`select (g.v ->> 'q')::tsquery as query, g.v -> 'p' ->> 0 as prefix from (select ${search.prefixes}::json as v offset 0) as g offset 0`
  return sql`select e.words, case when cardinality(e.words) > ${sql.lit(mostWords)} then e.query end as query
    from (select x.query, ${wordsFrom(fromPostings(search))} as words from (${given}) as x offset 0) as e`
}

/** As `steps`. IS TRUE keeps the planner from gathering all records with a frequent prefix from the word index. */
function onlySteps(search: SearchWithin): RawBuilder<unknown> {
  const { table, alias, db, from, where, after, limit, descending } = search
  const { way, begin, next } = wayOf(descending)
  const walked = sql`select id from ${wordsOf(table)} w where w.db = ${db} and (w.words @@ driver.query) is true and ${next}`
  const mine = sql`case when driver.query is not null then array(${walked}) ${ofWords(fromPostings(search), { way, next })}`
  const begun = sql`select step.n, step.size, ${mine} as mine from step cross join driver
      where step.n < ${limit} and step.upto is not null offset 0`
  const id = sql.ref(`${alias}.id`)
  const met = sql`select b.mine[b.size] as upto, b.n, b.size, array(select ${id} from ${from} where ${where} and ${id} = any(b.mine)) as ids
      from (${begun}) as b offset 0`
  return sql`select ${after ?? begin}::text collate "C", '{}'::text[] collate "C", 0, ${limit} + ${sql.lit(spare)}
    union all select c.upto, c.ids, c.n + cardinality(c.ids), least(c.size * 4, ${sql.lit(largestChunk)}) from (${met}) as c`
}

/** `prefixes`: as `bind` of the word index makes them. */
function formOf(prefixes: Value): SearchForm {
  const { p } = JSON.parse(String(prefixes)) as { p: readonly string[] }
  return p.length === 1 ? 'one prefix' : 'any'
}

export const postgresOrderedSearch: OrderedSearch = {
  formOf,
  lead: () => sql``,
  matches: () => [],
  order: (_table, alias) => sql.ref(`${alias}.id`),
  beyond: () => [],
  within,
}
