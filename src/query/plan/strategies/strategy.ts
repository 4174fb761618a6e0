// Declares a strategy of the planner.
import type { Problems } from '../../../base/errors.ts'
import type { ReadStrategy } from '../../../storage/dialect.ts'
import type { SelectPlan } from './plan-select.ts'
import type { ReadFacts } from './read-facts.ts'

/** A way to find the records of a Read and to sort them. `index.ts` lists all of them in the order in which they are tried. */
export interface Strategy {
  readonly name: ReadStrategy
  applies(read: ReadFacts): boolean
  /** Whether the statement is expected to take little time, so that it starts among the quick reads. */
  isQuick(read: ReadFacts): boolean
  plan(read: ReadFacts, problems: Problems): SelectPlan
}
