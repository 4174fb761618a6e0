// Merges several INSERTs into one statement, each in a WITH clause of its own: one plan, one message, one answer.
import type { Query } from '../../store.ts'
import { joinPieces } from '../sql/compiler.ts'

/** Larger statements are too rare to be worth preparing. */
export const mostMerged = 8
/** The most sequences of statements whose merged texts are cached; beyond that the cache is cleared. */
const mostKept = 2_000

/** A node of the trie of cached sequences, reached by the texts of their statements. */
interface MergedPrefix {
  readonly sql: string
  readonly next: Map<string, MergedPrefix>
}

let first: Map<string, MergedPrefix> = new Map()
let kept = 0

/** The statements must not depend on each other: all of them see the rows from before the merged statement. */
export function mergeInserts(queries: readonly Query[]): Query {
  const [only] = queries
  if (queries.length === 1 && only) return only
  let steps = first
  let sql = ''
  for (let i = 0; i < queries.length; i++) {
    const step = steps.get((queries[i] as Query).sql) ?? addStep(steps, queries.slice(0, i + 1))
    steps = step.next
    sql = step.sql
  }
  return { sql, params: queries.flatMap(query => query.params) }
}

function addStep(steps: Map<string, MergedPrefix>, queries: readonly Query[]): MergedPrefix {
  if (kept++ >= mostKept) {
    first = new Map()
    kept = 0
  }
  const step: MergedPrefix = { sql: mergedText(queries), next: new Map() }
  steps.set((queries.at(-1) as Query).sql, step)
  return step
}

/** Numbers the parameters through the whole text. */
function mergedText(queries: readonly Query[]): string {
  let number = 0
  const texts = queries.map(({ facts }) => joinPieces(facts?.pieces ?? [], () => `$${++number}`))
  const last = texts.pop()
  const parts = texts.map((text, i) => `i${i} as (${text})`)
  return parts.length === 0 ? String(last) : `with ${parts.join(', ')} ${last}`
}
