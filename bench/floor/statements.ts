// Holds the hand-written SQL of the floor, with `?` on SQLite and `$n` on PostgreSQL.
import type { Engine } from '../stores.ts'

interface FloorStatements {
  readonly byKey: string
  readonly page: string
  readonly nextPage: string
  readonly phrase: string
  readonly contacts: string
  readonly interactions: string
  readonly insert: string
}

const keyColumns =
  'id, type, company_name, first_name, last_name, display, position, email, phone, website, created, version'
const listColumns = 'id, type, company_name, first_name, last_name, email, phone, created'
const listColumnsOf = (alias: string) =>
  listColumns
    .split(', ')
    .map(column => `${alias}.${column}`)
    .join(', ')

/** Expands a JSON list of prefixes to whole words by the vocabulary; a prefix of more than 32 words stays a prefix. */
const wholeWords = `(select group_concat('(' || (
  select case when count(*) between 1 and 32 then group_concat('"' || word || '"', ' OR ') else '"' || p.value || '" *' end
  from (select word from ab_entry_vocabulary where word >= p.value and word < p.value || cast(x'ff' as text) limit 33)
) || ')', ' AND ') from json_each(?, '$[0]') p)`

export function floorStatements(engine: Engine): FloorStatements {
  const sqlite = engine === 'sqlite'
  let count = 0
  const p = () => (sqlite ? '?' : `$${++count}`)
  const statement = (build: () => string) => {
    count = 0
    return build()
  }
  return {
    byKey: statement(() => `select ${keyColumns} from ab_entry where db = ${p()} and id = ${p()} and deleted is null`),
    page: statement(
      () =>
        `select ${listColumns} from ab_entry where db = ${p()} and deleted is null and company_name_f is not null order by company_name_f, id limit 51`,
    ),
    nextPage: statement(
      () =>
        `select ${listColumns} from ab_entry where db = ${p()} and deleted is null and (company_name_f, id) > (${p()}, ${p()}) order by company_name_f, id limit 51`,
    ),
    phrase: statement(() =>
      sqlite
        ? `select ${listColumnsOf('e')} from ab_entry_words cross join ab_entry_doc d cross join ab_entry e where e.db = ? and ab_entry_words match ${wholeWords} and d.doc = ab_entry_words.rowid and e.id = d.id and e.deleted is null order by ab_entry_words.rowid limit 20`
        : `select ${listColumnsOf('e')} from ab_entry e where e.db = $1 and e.deleted is null and (e.db, e.id) in (select w.db, w.id from ab_entry_words w where w.words @@ $2::tsquery) order by e.id limit 20`,
    ),
    contacts: statement(
      () =>
        `select ${listColumns} from ab_entry where db = ${p()} and parent_key = ${p()} and deleted is null order by id limit 10000`,
    ),
    interactions: statement(
      () =>
        `select i.id, i.type, i.subject, i.start_date, i.duration, i.direction, i.completed, i.created from interaction_ab_entries l join interaction i on i.db = l.db and i.id = l.owner where l.db = ${p()} and l.item = ${p()} and i.deleted is null order by i.start_date desc, i.id limit 20`,
    ),
    insert: statement(
      () =>
        `insert into ab_entry (db, id, type, company_name, company_name_f, display, display_f, email, email_f, email1_address, email1_address_f, phone, phone_f, phone1_number, phone1_number_f, website, website_f, creator, created, modified_by, modified, version) values (${Array.from({ length: 22 }, p).join(', ')})`,
    ),
  }
}
