// Computes docids for the records of a word index, in the order of their identifiers, so that a search returns that order.
import { alphabet, timeLength } from '../../../base/text/identifier.ts'

export interface DocidEntry {
  readonly id: string
  readonly doc: bigint
}

// An identifier (see base/text/identifier.ts) is ten base-32 digits for its millisecond, and ten random ones that count up in it.

/** Identifiers that one process made within a millisecond (a run) differ only from this digit on. */
const runEnd = 17
const epoch = Date.UTC(2020, 0, 1)
/** The distance of consecutive identifiers: room for the same identifiers in other databases. */
const step = 4
/** The docids of a run, more than a process needs in a millisecond: room for late records and for those of other processes. */
const gap = 32_768 * step
/** A millisecond has 16 gaps. The first random bits choose one, which separates processes. */
const millisecond = 16 * gap
/** The docid of a time some seventy years ahead. Later records all prefer it, and are put after the existing ones. */
const last = 2 ** 62

/**
 * A docid between those of the neighbours, the nearest identifiers below and above. Within a run it is as many steps from its
 * neighbour as the identifiers are apart, which leaves room for the identifiers between them. Otherwise it follows from the
 * time. A record without room is not written: that takes thousands of identifiers in each millisecond, made by dozens of
 * processes and stored in no order.
 */
export function docidBetween(id: string, low: DocidEntry | null, high: DocidEntry | null): bigint {
  const number = preferredDocid(id, low, high)
  const above = low === null || number > low.doc
  if (above && (high === null || number < high.doc)) return number
  // One gap from the neighbour that is in the way. Halfway to the other neighbour is the place of other times.
  const aside = above ? (high as DocidEntry).doc - BigInt(gap) : (low as DocidEntry).doc + BigInt(gap)
  if (low === null || high === null || (aside > low.doc && aside < high.doc)) return aside
  const middle = low.doc + (high.doc - low.doc) / 2n
  if (middle > low.doc) return middle
  throw new Error(`No number is free for ${id} in its word index`)
}

function preferredDocid(id: string, low: DocidEntry | null, high: DocidEntry | null): bigint {
  if (low !== null && isSameRun(low.id, id)) return low.doc + BigInt(step * (endOf(id) - endOf(low.id)))
  if (high !== null && isSameRun(high.id, id)) return high.doc - BigInt(step * (endOf(high.id) - endOf(id)))
  const place = digitsOf(id, timeLength, timeLength + 1) >> 1
  // A multiple of the gap, which a double holds exactly.
  return BigInt(Math.min((digitsOf(id, 0, timeLength) - epoch) * millisecond + place * gap, last))
}

const isSameRun = (a: string, b: string): boolean =>
  a.length === b.length && a !== b && a.slice(0, runEnd) === b.slice(0, runEnd)

const endOf = (id: string): number => digitsOf(id, runEnd, id.length)

/** Characters outside the alphabet count as 0, since a preferred docid need not be exact. */
function digitsOf(id: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) value = value * 32 + Math.max(0, alphabet.indexOf(id.charAt(i)))
  return value
}
