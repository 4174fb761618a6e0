// Merges pages of several lists, each newest first, into one list that has no gaps.
import type { Body, ReadAnswer, Row } from '../api/envelope.ts'
import { momentText } from './moments.ts'

/** A list of an answer, and the field of its rows by which it is ordered. */
export interface Source {
  /** The member of the body: `Note.timeline`. */
  readonly member: string
  readonly by: string
}

export interface MergedRow {
  readonly source: Source
  readonly row: Row
  /** In UTC, `2026-11-16T09:30:00Z`. */
  readonly at: string
}

/** Where the next page of each list begins; lists that have ended are absent. Null when all have. */
export function nextKeys(page: Body, sources: readonly Source[]): Readonly<Record<string, string>> | null {
  const keys = sources.flatMap(({ member }) => {
    const key = (page[member] as ReadAnswer | undefined)?.PageKey
    return key ? [[member, key] as const] : []
  })
  return keys.length > 0 ? Object.fromEntries(keys) : null
}

/**
 * The rows down to the point from which on a list could still have rows that were not read. Rows without a date are last in their
 * lists, and here too.
 */
export function mergePages(pages: readonly Body[], sources: readonly Source[]): readonly MergedRow[] {
  let horizon = ''
  const found: MergedRow[] = []
  for (const source of sources) {
    const answers = pages
      .map(page => page[source.member] as ReadAnswer | undefined)
      .filter(answer => answer !== undefined)
    const rows = answers.flatMap(({ Data }) => Data).map(row => ({ source, row, at: momentText(row[source.by]) }))
    found.push(...rows)
    const last = rows.at(-1)
    if (answers.at(-1)?.PageKey && last && last.at > horizon) horizon = last.at
  }
  return found.filter(({ at }) => at >= horizon).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
