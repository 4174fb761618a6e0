// Compiles $PHRASE and $NEAR to a search in the word index of the entity.
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../../../base/errors.ts'
import type { Entity, RecordRow } from '../../../entities/entity.ts'
import { reversed, wordKinds } from '../../../model/search-words.ts'
import { all, type SqlCondition, truth } from '../../combine.ts'
import { type NearQuery, type NearTier, nearPattern, parseNear } from '../../functions/near.ts'
import { phraseDigits, phrasePrefixes } from '../../functions/phrase.ts'
import type { Condition, Target } from '../../parse/condition.ts'
import type { Conversion } from '../placeholders.ts'
import { dbPlaceholder } from '../placeholders.ts'
import type { SqlScope } from '../sql-scope.ts'
import type { ConditionPlan } from './condition-plan.ts'
import { findPart, operandOf } from './find-part.ts'

type Phrase = Extract<Condition, { kind: 'phrase' }>

export function checkPhrase({ path, near }: Phrase, { entity: { entity } }: ConditionPlan): void {
  if (entity.searchWords) return
  refuse('OperatorNotAllowed', path, `${entity.name} has no text that ${near ? '$NEAR' : '$PHRASE'} could search.`)
}

export function compilePhrase(condition: Phrase, scope: SqlScope, plan: ConditionPlan): SqlCondition {
  checkPhrase(condition, plan)
  if (condition.blank) return truth
  const placeholder = plan.conversions.add(
    condition.near ? nearWords(condition, scope, plan) : words(condition, scope, plan),
  )
  const found = search(condition, scope, plan, placeholder)
  const held = condition.field && fieldHolds(condition, scope, plan, sql`${placeholder(1)}`)
  return held ? (all([found, held]) as SqlCondition) : found
}

function words({ literal, namesOnly }: Phrase, { statement }: SqlScope, { entity }: ConditionPlan): Conversion {
  const { phrase: sort = 'text' } = entity.entity
  const { search } = statement.dialect
  return {
    literal: literal.index,
    convert: (value, _context, db) => {
      const words = phrasePrefixes(String(value), sort, namesOnly)
      const digits = sort === 'names' && !namesOnly ? phraseDigits(String(value)) : null
      if (digits === null) return [search.bind(db, words)]
      // Digits may begin or end a phone number, or begin a word: either finds the record.
      return [search.bind(db, words, [wordKinds.phone + digits], [wordKinds.phoneEnd + reversed(digits)])]
    },
  }
}

/** The near words are read when the plan runs; see operations/read/near-search.ts. */
function nearWords(
  { literal, namesOnly, field }: Phrase,
  { statement }: SqlScope,
  { entity }: ConditionPlan,
): Conversion {
  const { table, phrase: sort = 'text' } = entity.entity
  const { search } = statement.dialect
  const query = (value: unknown): NearQuery => parseNear(String(value), sort, literal.path, namesOnly || field !== null)
  const bind = (db: number, tier: NearTier) => [
    search.bindTerms(db, tier.match, tier.but),
    ...(field ? [nearPattern(tier)] : []),
  ]
  return {
    literal: literal.index,
    convert: (value, _context, db) => {
      query(value)
      return bind(db, nothing)
    },
    near: { table, query, bind },
  }
}

const nothing: NearTier = { errors: 0, match: [], but: [] }

/** The word index finds a record by any of its texts; the text of the field is compared then. */
function fieldHolds(
  condition: Phrase,
  scope: SqlScope,
  plan: ConditionPlan,
  pattern: RawBuilder<unknown>,
): SqlCondition {
  const { field, path } = condition
  const { name } = field as Target
  const operand = operandOf(findPart(field as Target, path, plan).part, path, name)
  const [source] = operand.sources
  const searched = searchedColumns(plan.entity.entity)
  if (source?.join.path !== '' || (field as Target).call || !searched.has(source.column)) {
    const message = `$NEAR cannot be used on ${name}. It searches the fields that $PHRASE searches by their words: without a field, all of them.`
    refuse('OperatorNotAllowed', path, message)
  }
  const { search } = scope.statement.dialect
  return all([scope.guard(operand), search.matchesPattern(scope.value(operand), pattern)]) as SqlCondition
}

/** The folded columns of the texts whose words the index has. */
function searchedColumns({ searchWords }: Entity): ReadonlySet<string> {
  const read: string[] = []
  const row = new Proxy({} as RecordRow, { get: (_, name) => read.push(String(name)) && 'text' })
  const { text, names } = searchWords?.(row) ?? { text: [] }
  return text.length + (names?.length ?? 0) === 0 ? new Set() : new Set(read.map(name => `${name}_f`))
}

function search(
  condition: Phrase,
  scope: SqlScope,
  plan: ConditionPlan,
  placeholder: (i: number) => unknown,
): SqlCondition {
  const { table } = plan.entity.entity
  const { search } = scope.statement.dialect
  const { leading } = plan
  if (condition !== leading?.phrase) return search.matches(table, scope.root, placeholder(0), dbPlaceholder)
  if (leading.by === 'name') {
    scope.leadBy(sql``, placeholder(0))
    return truth
  }
  scope.leadBy(search.inOrder.lead(table), placeholder(0))
  return all(search.inOrder.matches(table, scope.root, placeholder(0), dbPlaceholder)) ?? truth
}
