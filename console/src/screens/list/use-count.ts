// Counts the records of a list: after its first rows, up to a limit, and exactly on request.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Body, entityOf, envelope, type ReadAnswer } from '../../api/envelope.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import type { PageWindow } from '../../table/page-window.ts'

/** Counting stops here. */
const limit = 10_000

export interface Count {
  /** Null until something is known. */
  readonly count: number | null
  /** There are more than the count. */
  readonly isMore: boolean
  readonly isCounting: boolean
  countAll(): void
}

/** How long a list rests before it is counted: the rows come first, and lists that are passed by are not counted at all. */
const restMs = 300

const rest = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, restMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

export function useCount(entity: string, criteria: Body, window: PageWindow, isOld: boolean): Count {
  const { api } = useWorkspace()
  const text = JSON.stringify(criteria)
  const [exactFor, setExactFor] = useState('')
  const isExact = exactFor === text
  const expression = isExact ? '$COUNT()' : `$COUNTUPTO(${limit + 1})`
  const { data } = useQuery({
    queryKey: ['count', entity, text, expression],
    queryFn: async ({ signal }) => {
      if (!isExact) await rest(signal)
      const body = envelope({ [entity]: { Scope: { Fields: { [expression]: 1 } }, Criteria: criteria } })
      const answer = await api.call<Record<string, ReadAnswer>>('Read', body, { signal })
      return Number(answer[entity]?.Data[0]?.[expression] ?? 0)
    },
    // A list that is all there counts itself; until its first rows are there nothing else is asked.
    enabled: !isOld && window.known > 0 && !window.isComplete,
    meta: { entities: [entityOf(entity)] },
    staleTime: 30_000,
  })
  const countAll = () => setExactFor(text)
  if (!isOld && window.isComplete) return { count: window.known, isMore: false, isCounting: false, countAll }
  if (data === undefined) return { count: null, isMore: false, isCounting: isExact, countAll }
  const isMore = !isExact && data > limit
  return { count: isMore ? limit : data, isMore, isCounting: false, countAll }
}
