// Scores pairs of records by the match keys that they share, and joins the pairs to groups.
import { nextTurnIfLong } from '../../base/scheduling/loop-turn.ts'
import { matchKinds } from '../../entities/rules/match-keys.ts'

/** A row of the index of match keys. */
export interface KeyedRecord {
  readonly kind: string
  readonly value: string
  readonly type: string
  readonly owner: string
  readonly name: string
}

type Reason = 'Email' | 'Phone' | 'Name' | 'Domain'

interface PairScore {
  readonly score: number
  readonly reasons: readonly Reason[]
}

export interface DuplicateGroup extends PairScore {
  readonly ids: readonly string[]
}

/** A value that more records share is no evidence: it is a switchboard, or a common name in a large city. */
export const mostSharing = 20
/** Pairs that one request scores. */
const mostPairs = 100_000
/** Pairs with a lower score are not reported. */
export const leastScore = 0.5
const largestGroup = 50

const reasonOrder: readonly Reason[] = ['Email', 'Phone', 'Name', 'Domain']

/** How certain it is, by one kind of key alone, that two records are of one person or company. */
const weights: Readonly<Record<string, number>> = {
  [matchKinds.email]: 0.8,
  [matchKinds.domain]: 0.6,
  [matchKinds.city]: 0.4,
  [matchKinds.phone]: 0.5,
}
const sameNameWeight = 0.5
/** Colleagues share a telephone number, and sometimes an e-mail address. */
const otherNameFactor = { [matchKinds.email]: 0.75, [matchKinds.phone]: 0.5 } as Readonly<Record<string, number>>

/** The score of two records that share these kinds of keys. */
export function scoreOf(kinds: ReadonlySet<string>, name: string, otherName: string): PairScore {
  const sameName = name !== '' && name === otherName
  const related = sameName || sharesWord(name, otherName)
  let doubt = sameName ? 1 - sameNameWeight : 1
  const reasons = new Set<Reason>(sameName ? ['Name'] : [])
  for (const kind of kinds) {
    doubt *= 1 - (weights[kind] ?? 0) * (related ? 1 : (otherNameFactor[kind] ?? 1))
    if (kind === matchKinds.email) reasons.add('Email')
    if (kind === matchKinds.phone) reasons.add('Phone')
    if (kind === matchKinds.domain) reasons.add('Domain')
  }
  return { score: rounded(1 - doubt), reasons: reasonOrder.filter(reason => reasons.has(reason)) }
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.split(' '))
  return b.split(' ').some(word => word !== '' && words.has(word))
}

const rounded = (score: number): number => Math.round(score * 100) / 100

interface Pair {
  readonly a: KeyedRecord
  readonly b: KeyedRecord
  readonly kinds: Set<string>
}

/** The pairs of records that share a key, by their identifiers in ascending order. */
async function pairsOf(rows: readonly KeyedRecord[]): Promise<Map<string, Pair>> {
  const pairs = new Map<string, Pair>()
  for (const sharing of (await grouped(rows)).values()) {
    if (sharing.length > mostSharing) continue
    const turn = nextTurnIfLong()
    if (turn) await turn
    for (const [i, one] of sharing.entries()) {
      for (const other of sharing.slice(i + 1)) {
        if (one.owner === other.owner) continue
        const [a, b] = one.owner < other.owner ? [one, other] : [other, one]
        const key = pairKey(a.owner, b.owner)
        const pair = pairs.get(key)
        if (pair) pair.kinds.add(one.kind)
        else if (pairs.size < mostPairs) pairs.set(key, { a, b, kinds: new Set([one.kind]) })
      }
    }
  }
  return pairs
}

/** The rows by the key that they have. */
async function grouped(rows: readonly KeyedRecord[]): Promise<Map<string, KeyedRecord[]>> {
  const groups = new Map<string, KeyedRecord[]>()
  for (const row of rows) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    const key = `${row.kind}${row.type}\n${row.value}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** The name of a pair of identifiers in ascending order. */
export const pairKey = (a: string, b: string): string => `${a} ${b}`

/**
 * Groups of duplicates, best first. `ignored` has pairs that are known not to be duplicates. There may be 100,000 pairs, so
 * others have their turns of the event loop in between.
 */
export async function duplicateGroups(
  rows: readonly KeyedRecord[],
  ignored: ReadonlySet<string>,
): Promise<DuplicateGroup[]> {
  const scored: ScoredPair[] = []
  for (const [key, { a, b, kinds }] of await pairsOf(rows)) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    if (ignored.has(key)) continue
    const score = scoreOf(kinds, a.name, b.name)
    if (score.score >= leastScore) scored.push({ key, a: a.owner, b: b.owner, ...score })
  }
  scored.sort((x, y) => y.score - x.score || (x.key < y.key ? -1 : 1))
  const groupOf = new Map<string, Joined>()
  for (const pair of scored) {
    const turn = nextTurnIfLong()
    if (turn) await turn
    join(groupOf, pair, ignored)
  }
  const groups = [...new Set(groupOf.values())].map(({ ids, scores, reasons }) => ({
    score: rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    reasons: reasonOrder.filter(reason => reasons.has(reason)),
    ids: [...ids].sort(),
  }))
  return groups.sort((x, y) => y.score - x.score || ((x.ids[0] as string) < (y.ids[0] as string) ? -1 : 1))
}

interface ScoredPair extends PairScore {
  readonly key: string
  readonly a: string
  readonly b: string
}

interface Joined {
  readonly ids: string[]
  /** Of the pairs that hold the group together. */
  readonly scores: number[]
  readonly reasons: Set<Reason>
}

/** Joins the groups of two records, unless a pair of their members is ignored. */
function join(groupOf: Map<string, Joined>, { a, b, score, reasons }: ScoredPair, ignored: ReadonlySet<string>): void {
  const alone = (id: string): Joined => ({ ids: [id], scores: [], reasons: new Set() })
  const [one, other] = [groupOf.get(a) ?? alone(a), groupOf.get(b) ?? alone(b)]
  if (one === other || one.ids.length + other.ids.length > largestGroup) return
  if (ignored.size > 0 && one.ids.some(x => other.ids.some(y => isIgnored(ignored, x, y)))) return
  one.ids.push(...other.ids)
  one.scores.push(...other.scores, score)
  for (const reason of [...other.reasons, ...reasons]) one.reasons.add(reason)
  for (const id of one.ids) groupOf.set(id, one)
}

const isIgnored = (ignored: ReadonlySet<string>, a: string, b: string): boolean =>
  ignored.has(a < b ? pairKey(a, b) : pairKey(b, a))
