// Keeps the cards of a board in their lanes. A move shows at once, since the lane follows from the record in the store.
import { useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import { type Body, envelope, type ReadAnswer, type Row, rowsOf } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useRead, useRecords } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { closedNameOf, type Lane, laneOf } from '../sales/lanes.ts'
import { boardMembers, cardFields, cardsMember, cardsName, type Question, type Sort } from './request.ts'

export interface LaneContent {
  readonly lane: Lane
  readonly isShown: boolean
  readonly cards: readonly StoredRecord[]
  readonly count: number
  /** The server's sum as it reads; null while there are none. */
  readonly sum: string | null
  /** Whether a move is under way, so that the sum is about to change. */
  readonly isChanging: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
}

interface Extra {
  readonly keys: readonly string[]
  readonly next: string | null
}

const noExtra: Readonly<Record<string, Extra>> = {}

/** Whether a card comes before another by the order of the board. */
function comesBefore(sort: Sort, a: Row, b: Row): boolean {
  const field = { revenue: 'CorporateRevenue', age: 'CurrentSalesStageAge', close: 'CloseDate' }[sort]
  const [x, y] = [a, b].map(row => (row[field] as { Value?: number | string } | null)?.Value ?? null)
  if (x === null || x === undefined || y === null || y === undefined) return y === null
  return sort === 'close' ? x < y : x > y
}

export function useBoard(question: Question, lanes: readonly Lane[], isShown: (lane: Lane) => boolean, title: string) {
  const { api, store } = useWorkspace()
  const members = useMemo(() => boardMembers(question, lanes, isShown), [question, lanes, isShown])
  const query = useRead<Body>(members, { title, keep: true })
  const { data } = query
  const holder = useId()
  const [extras, setExtras] = useState(noExtra)
  // A card that was moved stays in sight, although the first page of its new lane may not have it.
  const [moved, setMoved] = useState<readonly string[]>([])
  const [loading, setLoading] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => () => store.release(holder), [store, holder])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has other pages
  useEffect(() => {
    setExtras(noExtra)
    setMoved([])
  }, [question])

  const read = useMemo(() => lanes.map((_, at) => rowsOf(data, cardsName(at))), [data, lanes])
  const keysOf = useMemo(
    () => lanes.map((lane, at) => [...(read[at] ?? []).map(row => String(row.Key)), ...(extras[lane.id]?.keys ?? [])]),
    [lanes, read, extras],
  )
  const keys = useMemo(() => [...new Set([...keysOf.flat(), ...moved])], [keysOf, moved])
  const counted = useCounted(holder, read, keys)

  const records = keys.map(useRecords()).filter(record => record !== null)
  const totals = useMemo(() => totalsOf(data), [data])
  const contents = lanes.map((lane, at): LaneContent => {
    const cards = cardsIn(lane, keysOf[at] ?? [], records, question.sort)
    const { count = 0, sum = null } = totals.get(lane.id) ?? {}
    const came = records.filter(({ key, fields }) => laneOf(fields) === lane.id && counted.get(key) !== lane.id).length
    const left = records.filter(({ key, fields }) => laneOf(fields) !== lane.id && counted.get(key) === lane.id).length
    const next = extras[lane.id] ? extras[lane.id]?.next : nextOf(data, cardsName(at))
    return {
      lane,
      isShown: isShown(lane),
      cards,
      count: count + came - left,
      sum,
      isChanging: came + left > 0,
      hasMore: (next ?? null) !== null,
      isLoadingMore: loading === lane.id,
    }
  })

  const loadMore = async (lane: Lane): Promise<void> => {
    const at = lanes.indexOf(lane)
    const known = extras[lane.id]
    const after = known ? known.next : nextOf(data, cardsName(at))
    if (after === null || loading !== null) return
    setLoading(lane.id)
    setFailure(null)
    try {
      const body = envelope({ Opportunity: cardsMember(question, lane, after) })
      const { Opportunity } = await api.call<{ Opportunity: ReadAnswer }>('Read', body)
      const added = store.absorb(holder, cardFields, Opportunity.Data)
      const more = { keys: [...(known?.keys ?? []), ...added], next: Opportunity.PageKey ?? null }
      setExtras(all => ({ ...all, [lane.id]: more }))
    } catch (error) {
      setFailure(error)
    } finally {
      setLoading(null)
    }
  }
  const keep = (key: string): void => setMoved(all => [...all, key])
  return { query, contents, total: totals.get('') ?? null, loadMore, keep, failure }
}

/** Puts the cards into the store, and says where each lay when the server counted them. */
function useCounted(
  holder: string,
  read: readonly (readonly Row[])[],
  keys: readonly string[],
): ReadonlyMap<string, string> {
  const { store } = useWorkspace()
  const [counted, setCounted] = useState<ReadonlyMap<string, string>>(new Map())
  useLayoutEffect(() => {
    for (const rows of read) store.absorb(holder, cardFields, rows)
    setCounted(new Map(keys.map(key => [key, laneOf(store.confirmed(key))])))
  }, [store, holder, read, keys])
  return counted
}

const nextOf = (data: Body | undefined, member: string): string | null =>
  (data?.[member] as ReadAnswer | undefined)?.PageKey ?? null

/** The cards of a lane in their order; those that came from other lanes stand where their values put them. */
function cardsIn(
  { id }: Lane,
  own: readonly string[],
  records: readonly StoredRecord[],
  sort: Sort,
): readonly StoredRecord[] {
  const here = new Map(records.filter(({ fields }) => laneOf(fields) === id).map(record => [record.key, record]))
  const cards = own.map(key => here.get(key)).filter(record => record !== undefined)
  for (const record of here.values()) {
    if (own.includes(record.key)) continue
    const at = cards.findIndex(card => comesBefore(sort, record.fields, card.fields))
    cards.splice(at === -1 ? cards.length : at, 0, record)
  }
  return cards
}

interface Total {
  readonly count: number
  readonly sum: string | null
}

/** The counts and sums of the lanes, by their ids; that of all open sales under an empty id. */
function totalsOf(data: Body | undefined): ReadonlyMap<string, Total> {
  const total = (row: Row): Total => ({
    count: Number(row['$COUNT()']),
    sum: (row['$SUM(CorporateRevenue)/DisplayValue'] as string | null) ?? null,
  })
  return new Map([
    ...rowsOf(data, 'Opportunity.all').map(row => ['', total(row)] as const),
    ...rowsOf(data, 'Opportunity.stages').map(row => [String(row.SalesStageSetupKey), total(row)] as const),
    ...rowsOf(data, 'Opportunity.closed').map(row => [closedNameOf(Number(row.Status)) ?? '', total(row)] as const),
  ])
}
