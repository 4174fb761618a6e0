// Lists the strategies of the planner in the order in which they are tried, and chooses that of a Read.
import { byKey } from './by-key.ts'
import { oneSelect } from './one-select.ts'
import { phraseInKeyOrder } from './phrase-in-key-order.ts'
import { phraseInNameOrder } from './phrase-in-name-order.ts'
import { rangeOrOrder } from './range-or-order.ts'
import type { ReadFacts } from './read-facts.ts'
import { sortKeysFirst } from './sort-keys-first.ts'
import type { Strategy } from './strategy.ts'

/** The most specific strategies come first; the last one serves every Read. */
const strategies: readonly Strategy[] = [
  byKey,
  phraseInKeyOrder,
  phraseInNameOrder,
  rangeOrOrder,
  sortKeysFirst,
  oneSelect,
]

/** The first strategy that the engine has and that serves the Read. */
export const chooseStrategy = (read: ReadFacts): Strategy =>
  strategies.find(({ name, applies }) => read.shape.dialect.strategies.includes(name) && applies(read)) ?? oneSelect
