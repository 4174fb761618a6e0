// Compiles $PHRASE to a search in the word index of the entity.
import { sql } from 'kysely'
import { refuse } from '../../../base/errors.ts'
import { reversed, wordKinds } from '../../../model/search-words.ts'
import { type SqlCondition, truth } from '../../combine.ts'
import { phraseDigits, phrasePrefixes } from '../../functions/phrase.ts'
import type { Condition } from '../../parse/condition.ts'
import { dbPlaceholder } from '../placeholders.ts'
import type { SqlScope } from '../sql-scope.ts'
import type { ConditionPlan } from './condition-plan.ts'

export function checkPhrase({ path }: Condition & { kind: 'phrase' }, { entity: { entity } }: ConditionPlan): void {
  if (!entity.searchWords) refuse('OperatorNotAllowed', path, `${entity.name} has no text that $PHRASE could search.`)
}

export function compilePhrase(
  condition: Extract<Condition, { kind: 'phrase' }>,
  scope: SqlScope,
  plan: ConditionPlan,
): SqlCondition {
  const { literal, namesOnly, blank } = condition
  const { table, phrase: sort = 'text' } = plan.entity.entity
  checkPhrase(condition, plan)
  if (blank) return truth
  const { search } = scope.statement.dialect
  const placeholder = plan.conversions.add({
    literal: literal.index,
    convert: (value, _context, db) => {
      const words = phrasePrefixes(String(value), sort, namesOnly)
      const digits = sort === 'names' && !namesOnly ? phraseDigits(String(value)) : null
      if (digits === null) return [search.bind(db, words)]
      // Digits may begin or end a phone number, or begin a word: either finds the record.
      return [search.bind(db, words, [wordKinds.phone + digits], [wordKinds.phoneEnd + reversed(digits)])]
    },
  })
  const { leading } = plan
  if (condition !== leading?.phrase) return search.matches(table, scope.root, placeholder(0), dbPlaceholder)
  if (leading.by === 'name') {
    scope.leadBy(sql``, placeholder(0))
    return truth
  }
  scope.leadBy(search.inOrder.lead(table), placeholder(0))
  return search.inOrder.matches(table, scope.root, placeholder(0), dbPlaceholder) ?? truth
}
