// Gathers what happened with a record for its timeline: from its own lists, and the stage moves of its opportunities.
import { useMemo } from 'react'
import { type Body, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { useRead } from '../api/use-read.ts'
import { useTexts } from '../texts/index.tsx'
import { changesIn } from './changes.tsx'
import type { RecordKind } from './kinds.ts'
import { memberOfList } from './lists.ts'
import { mergePages, nextKeys } from './merge.ts'
import { momentText } from './moments.ts'
import { type Happening, isStage, type TimelineKind } from './timeline.tsx'
import type { TimelineSource } from './use-record-page.ts'

const kinds = { Interaction: 'interactions', Note: 'notes', Document: 'documents', History: 'changes' } as const

const isStageMove = (row: Row): boolean =>
  row.Operation === 'Update' && changesIn(row).some(({ Field }) => isStage(Field))

/** Which entities the timeline needs for a kind. */
const isWanted = (entity: keyof typeof kinds, wanted: TimelineKind): boolean =>
  wanted === 'all' || kinds[entity] === wanted || (wanted === 'stages' && entity === 'History')

interface TimelineInput {
  readonly kind: RecordKind
  readonly pages: readonly Body[]
  readonly sources: readonly TimelineSource[]
  readonly wanted: TimelineKind
}

export function useHappenings({ kind, pages, sources, wanted }: TimelineInput) {
  const moves = useStageMoves(kind, pages[0])
  return useMemo(() => {
    const used = sources.filter(({ entity }) => isWanted(entity, wanted))
    const own = mergePages(pages, used).map(({ source, row, at }): Happening => {
      const { entity } = source as TimelineSource
      return { entity, row, at, kind: entity === 'History' && isStageMove(row) ? 'stages' : kinds[entity] }
    })
    const last = pages.at(-1)
    const hasMore = last !== undefined && nextKeys(last, used) !== null
    const oldest = own.at(-1)?.at ?? ''
    // A move older than what was read of the rest would stand in the wrong place.
    const others = moves.filter(({ at }) => !hasMore || at >= oldest)
    const all = [...own, ...others].filter(({ kind: one }) => wanted === 'all' || one === wanted)
    return { happenings: all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)), hasMore }
  }, [pages, sources, wanted, moves])
}

const movesRead = 200
const none: readonly Happening[] = []

/** The stage moves of the opportunities that hang on the record. */
function useStageMoves({ lists }: RecordKind, first: Body | undefined): readonly Happening[] {
  const t = useTexts().record
  const opportunities = useMemo(
    () => (lists.includes('opportunities') ? rowsOf(first, memberOfList('opportunities')) : []),
    [lists, first],
  )
  const members = {
    'History.moves': {
      Scope: {
        Fields: { ...{ Key: 1, ParentKey: 1, User: { Key: 1, DisplayValue: 1 }, Application: 1 }, ...historyFields },
      },
      Criteria: { SearchQuery: { ParentKey: { $IN: opportunities.map(({ Key }) => Key) } }, Top: movesRead },
      OrderBy: { Fields: [{ DateTime: 'DESC' }] },
    },
  }
  const { data } = useRead(opportunities.length > 0 ? members : null, { title: t.stagesOf, keep: true })
  return useMemo(() => {
    const names = new Map(opportunities.map(row => [row.Key, textOf(row.Objective)] as const))
    const rows = rowsOf(data, 'History.moves').filter(isStageMove)
    if (rows.length === 0) return none
    return rows.map(row => ({
      entity: 'History',
      kind: 'stages' as const,
      row,
      at: momentText(row.DateTime),
      of: { entity: 'Opportunity', key: String(row.ParentKey), name: names.get(row.ParentKey) ?? '' },
    }))
  }, [data, opportunities])
}

const historyFields = { DateTime: { Value: 1, DisplayValue: 1 }, Operation: 1, Changes: 1 }
