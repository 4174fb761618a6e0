// Plans a Read that returns records: chooses a strategy, and compiles and caches the statements that it makes.
import { BoundedMap } from '../../base/caches/bounded-map.ts'
import type { Problems } from '../../base/errors.ts'
import type { ReadStrategy, SearchForm } from '../../storage/dialect.ts'
import type { CompiledText } from '../../storage/statement.ts'
import type { PageValue } from '../page-key.ts'
import { compileSelect, type ReadShape } from './begin-plan.ts'
import type { Emit } from './emit.ts'
import type { Binding, Conversion } from './placeholders.ts'
import { byKey } from './strategies/by-key.ts'
import { chooseStrategy } from './strategies/index.ts'
import { factsOf } from './strategies/read-facts.ts'

/** The part of a plan that does not depend on the source of its rows. */
export interface RecordPlan {
  readonly conversions: readonly Conversion[]
  /** Writes the JSON of one record. The columns of the order come after those that it uses. */
  readonly emit: Emit
  /** The index of the first value of a row that a page key stores. */
  readonly rememberedAt: number
  /** The index of the record's key, which is the last value that a page key stores; undefined when it stands after the others. */
  readonly keyAt: number | undefined
  /** The types of the values that a page key stores for a record of the segment; undefined when there is no such segment. */
  pageValues(segment: number): readonly PageValue[] | undefined
}

export interface ReadPlan extends RecordPlan {
  readonly segments: number
  /** The statement of a segment; `nulls` for one that continues after a record. */
  statement(segment: number, nulls: readonly boolean[] | null, form?: SearchForm): CompiledText
  /** The form of the statement for the values of a run. */
  formOf(binding: Binding): SearchForm
  readonly strategy: ReadStrategy
  /** An index seems to serve the plan, so it starts among the quick reads. */
  readonly quick: boolean
  /** The plan returns one record at most. */
  readonly single: boolean
}

/** A position has a text for each combination of null values; few of them occur. */
const textsKept = 32

export function planRead(shape: ReadShape, problems: Problems): ReadPlan {
  const facts = factsOf(shape)
  const strategy = chooseStrategy(facts)
  const { conversions, order, emit, selected, keyAt, query, formOf } = strategy.plan(facts, problems)
  const quick = strategy.isQuick(facts)
  const texts = new BoundedMap<CompiledText>(textsKept)

  return {
    strategy: strategy.name,
    conversions: conversions.list,
    emit,
    segments: order.segments.length,
    rememberedAt: selected.length,
    keyAt,
    pageValues: segment => (segment < order.segments.length ? order.values(segment) : undefined),
    quick,
    single: strategy === byKey,
    formOf,
    statement: (segment, nulls, form = 'any') => {
      const place = nulls === null ? String(segment) : `${segment}|${nulls.map(Number).join('')}`
      const key = form === 'any' ? place : `${place} ${form}`
      let text = texts.get(key)
      if (!text) {
        text = compileSelect(query(segment, nulls, { form }), shape.dialect, quick)
        texts.set(key, text)
      }
      return text
    },
  }
}
