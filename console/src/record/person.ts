// Says which records are persons, whose name was typed, and what went when one was erased.
import type { Row } from '../api/envelope.ts'
import { typeOf } from './kinds.ts'

/** Whether a record is about a natural person, who may ask for what is stored and for its erasure. */
export const isPerson = (entity: string, record: Row): boolean =>
  entity === 'Lead' || (entity === 'AbEntry' && typeOf(record) !== 'Company')

const plain = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether the typed text is the name; letter case and the number of spaces do not count. */
export const isNameOf = (typed: string, name: string): boolean => plain(typed) === plain(name)

/** Numbers of records by entity. */
type Counts = Readonly<Record<string, number>>

/** What the server answers to Erase. */
export interface Erasure {
  readonly Erased: Counts
  /** Records that are about others too: the person was taken out of them. */
  readonly TakenOutOf?: Counts
}

/** `Contact 1, Note 12`, the most frequent first. */
export function countsText(counts: Counts, nameOf: (entity: string) => string, culture: string): string {
  const figures = new Intl.NumberFormat(culture)
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([entity, count]) => `${nameOf(entity)} ${figures.format(count)}`)
    .join(', ')
}
