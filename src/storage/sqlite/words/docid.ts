// Computes docids for the records of a word index, in the order of their identifiers, so that a search gives that order.
import { alphabet, timeLength } from '../../../base/identifier.ts'

/** A record that has its number. */
export interface Placed {
  readonly id: string
  readonly doc: bigint
}

// An identifier (see base/identifier.ts) is ten digits of 32 for its millisecond, and ten random ones that count up in it.

/** Identifiers that one process made within a millisecond differ in no more than their end. */
const runEnd = 17
const epoch = Date.UTC(2020, 0, 1)
/** Between two identifiers that follow each other: room for the same ones in other databases. */
const step = 4
/** More than a process makes in a millisecond: room for latecomers, and for what other processes make meanwhile. */
const gap = 32_768 * step
/** A millisecond has 16 such gaps; the first random bits say which, and so keep processes apart. */
const millisecond = 16 * gap
/** This is some seventy years on; what lies beyond wishes for the same, and comes after what is there. */
const last = 2 ** 62

/**
 * A number between those of the neighbours, which are the nearest identifiers below and above. Within a run it is as many
 * steps from its neighbour as the identifiers are, so that there is room for each that may still come; otherwise it
 * follows from the time. What finds no room is not written: that takes thousands of identifiers in each
 * millisecond, made by dozens of processes and stored in no order.
 */
export function docidBetween(id: string, low: Placed | null, high: Placed | null): bigint {
  const number = wished(id, low, high)
  const above = low === null || number > low.doc
  if (above && (high === null || number < high.doc)) return number
  // Next to the neighbour that is in the way, with a gap; not halfway to the other, where those of other times belong.
  const aside = above ? (high as Placed).doc - BigInt(gap) : (low as Placed).doc + BigInt(gap)
  if (low === null || high === null || (aside > low.doc && aside < high.doc)) return aside
  const middle = low.doc + (high.doc - low.doc) / 2n
  if (middle > low.doc) return middle
  throw new Error(`No number is free for ${id} in its word index`)
}

function wished(id: string, low: Placed | null, high: Placed | null): bigint {
  if (low !== null && isSameRun(low.id, id)) return low.doc + BigInt(step * (endOf(id) - endOf(low.id)))
  if (high !== null && isSameRun(high.id, id)) return high.doc - BigInt(step * (endOf(high.id) - endOf(id)))
  const place = digitsOf(id, timeLength, timeLength + 1) >> 1
  // A multiple of the gap, which a double holds exactly.
  return BigInt(Math.min((digitsOf(id, 0, timeLength) - epoch) * millisecond + place * gap, last))
}

const isSameRun = (a: string, b: string): boolean =>
  a.length === b.length && a !== b && a.slice(0, runEnd) === b.slice(0, runEnd)

const endOf = (id: string): number => digitsOf(id, runEnd, id.length)

/** Other letters than those of identifiers count for nothing: a wish need not be exact. */
function digitsOf(id: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) value = value * 32 + Math.max(0, alphabet.indexOf(id.charAt(i)))
  return value
}
