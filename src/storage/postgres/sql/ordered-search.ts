// Searches the postings of words in the order of identifiers, in chunks, and stops when the page is full.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderedSearch, SearchWithin } from '../../dialect.ts'

/** A prefix of more words is not looked up word by word: so many words are in many records. */
const mostWords = 128
/** Identifiers of the rarest word that a step takes, when other words are to be in the record too. */
const chunk = 64
/** Identifiers of the next word in the range of a chunk; of a word with more, each record of the chunk is looked up. */
const mostInRange = 1_024
/** Records that are skipped because of other conditions are few, so a step takes that many more than are wanted. */
const spare = 8

/**
 * The planner gets no choice between ways that depend on how rare a word is: `step` takes the next identifiers of the words
 * of the rarest prefix from their index, keeps those that have the other prefixes, and of these the records that meet
 * `where`, until there are as many as wanted. So one plan serves all words, with and without statistics. Which prefix is the
 * rarest shows in how far its first identifiers reach.
 * OFFSET 0 keeps the planner from computing a column again wherever it is used.
 */
function within({ table, alias, prefixes, db, from, where, after, limit, descending }: SearchWithin) {
  const postings = sql.table(`${table}_postings`)
  const words = sql.table(`${table}_words`)
  const [beyond, way, extreme] = descending
    ? [sql`<`, sql`order by id desc`, sql`min`]
    : [sql`>`, sql`order by id`, sql`max`]
  const start = after ?? (descending ? sql`chr(1114111)` : sql`''`)
  const inPostings = sql`from ${postings} p where p.db = ${db} and p.word`
  const begins = sql`< x.prefix || chr(1114111) order by word limit 1`
  const size = sql`case when driver.single then ${limit} + ${sql.lit(spare)} else ${sql.lit(chunk)} end`
  const furthest = sql`select min(l.id) from unnest(words) as u(word) cross join lateral (select id ${inPostings} = u.word order by id offset ${sql.lit(chunk - 1)} limit 1) as l`
  const hasAll = (id: RawBuilder<unknown>) =>
    sql`exists (select 1 from ${words} w where w.db = ${db} and w.id = ${id} and w.words @@ (select query from given) offset 0)`
  const ctes = [
    sql`given as materialized (select g.q::tsquery as query, g.p as prefixes, g.s as single from json_to_record(${prefixes}::json) as g(q text, p json, s boolean))`,
    sql`expanded as materialized (select array(
      with recursive v(word) as ((select word ${inPostings} >= x.prefix and word ${begins})
        union all select (select word ${inPostings} > v.word and word ${begins}) from v where v.word is not null)
      select word from v where word is not null limit ${sql.lit(mostWords + 1)}) as words
      from given cross join json_array_elements_text(given.prefixes) as x(prefix))`,
    sql`ranked as materialized (select words, row_number() over (order by case when not (select single from given) then (${furthest}) end desc nulls first) as rank
      from expanded where cardinality(words) <= ${sql.lit(mostWords)})`,
    sql`driver as materialized (select r.words, o.words as other, r.words is null as walk, given.single and r.words is not null as single
      from given left join ranked r on r.rank = 1 left join ranked o on o.rank = 2 where json_array_length(given.prefixes) > 0)`,
    sql`step(last, ids, n) as (select ${start}::text collate "C", '{}'::text[] collate "C", 0 from driver
      union all select a.last, d.ids, step.n + cardinality(d.ids) from step cross join driver
      cross join lateral (select ${extreme}(k.id) as last, array_agg(k.id) as ids from (
        select id from (select l.id from unnest(driver.words) as u(word) cross join lateral (select id ${inPostings} = u.word and id ${beyond} step.last ${way} limit ${size}) as l
          union all select l.id from (select id from ${words} w where driver.walk and w.db = ${db} and id ${beyond} step.last ${way} limit ${size}) as l) as m
        ${way} limit ${size}) as k) as a
      cross join lateral (select array(select l.id from unnest(driver.other) as u(word) cross join lateral (
        select id ${inPostings} = u.word and id ${beyond} step.last and not id ${beyond} a.last limit ${sql.lit(mostInRange + 1)}) as l limit ${sql.lit(mostInRange + 1)}) as ids offset 0) as b
      cross join lateral (select case when driver.single then a.ids else array(select x.id from (select unnest(a.ids) as id
        intersect select unnest(case when driver.other is null or cardinality(b.ids) > ${sql.lit(mostInRange)} then a.ids else b.ids end)) as x where ${hasAll(sql`x.id`)}) end as ids offset 0) as c
      cross join lateral (select array(select ${sql.ref(`${alias}.id`)} from ${from} where ${where} and ${sql.ref(`${alias}.id`)} = any(c.ids)) as ids offset 0) as d
      where step.n < ${limit} and a.last is not null)`,
  ]
  // A rare word, or one of several lists of words: the word index gathers all records first.
  const gathered = sql`select w.id from ${words} w where w.db = ${db} and w.words @@ (select query from given) and not exists (select 1 from driver)`
  return sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(array(with recursive ${sql.join(ctes)} select unnest(ids) from step union all ${gathered}))`
}

export const postgresOrderedSearch: OrderedSearch = {
  lead: () => sql``,
  matches: () => null,
  order: (_table, alias) => sql.ref(`${alias}.id`),
  beyond: () => null,
  within,
}
