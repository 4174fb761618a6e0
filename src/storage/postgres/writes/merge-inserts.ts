// Merges several INSERTs into one statement, each in a WITH clause of its own: one plan, one message, one answer.
import type { Query } from '../../store.ts'
import { joinPieces } from '../sql/compiler.ts'

/** More statements in one would make texts that no other request has. */
export const mostMerged = 8
/** Texts are kept for each sequence of statements; when there are more sequences, all are dropped. */
const mostKept = 2_000

/** A step in a sequence of statements, found by the text of the next statement. */
interface Step {
  readonly sql: string
  readonly next: Map<string, Step>
}

let first: Map<string, Step> = new Map()
let kept = 0

/** The statements must not depend on each other: all of them see the rows that were there before. */
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

function addStep(steps: Map<string, Step>, queries: readonly Query[]): Step {
  if (kept++ >= mostKept) {
    first = new Map()
    kept = 0
  }
  const step: Step = { sql: mergedText(queries), next: new Map() }
  steps.set((queries.at(-1) as Query).sql, step)
  return step
}

/** The parameters are numbered through the whole text. */
function mergedText(queries: readonly Query[]): string {
  let number = 0
  const texts = queries.map(({ facts }) => joinPieces(facts?.pieces ?? [], () => `$${++number}`))
  const last = texts.pop()
  const parts = texts.map((text, i) => `i${i} as (${text})`)
  return parts.length === 0 ? String(last) : `with ${parts.join(', ')} ${last}`
}
