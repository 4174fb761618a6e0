// Reads the recycle bin, and gathers its records into units: what was deleted together is restored together.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Body, entitiesOf, entityOf, envelope, memberFor, type Row, textOf } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import type { IconName } from '../ui/icons.tsx'
import { type Merged, mergePages, nextKeys } from './merge.ts'

interface Binned {
  readonly icon: IconName
  /** The field that names the record it hangs on. */
  readonly parent?: string
}

/** The entities that the bin lists. */
export const binnedEntities = {
  AbEntry: { icon: 'people', parent: 'ParentKey' },
  Opportunity: { icon: 'deal', parent: 'AbEntryKey' },
  Case: { icon: 'case', parent: 'AbEntryKey' },
  Lead: { icon: 'lead' },
  Task: { icon: 'task' },
  Appointment: { icon: 'calendar' },
  Campaign: { icon: 'star' },
  Interaction: { icon: 'phone', parent: 'AbEntryKey' },
  Note: { icon: 'note', parent: 'ParentKey' },
  Document: { icon: 'document', parent: 'ParentKey' },
} as const satisfies Readonly<Record<string, Binned>>

type BinnedEntity = keyof typeof binnedEntities

export interface BinItem {
  readonly entity: BinnedEntity
  readonly key: string
  readonly row: Row
  readonly at: string
}

export interface BinUnit extends BinItem {
  readonly below: readonly BinItem[]
}

const names = Object.keys(binnedEntities) as BinnedEntity[]
const sources = names.map(entity => ({ member: `${memberFor(entity)}.bin`, by: 'DeletedDate' }))
const pageSize = 50
const shown = { Value: 1, DisplayValue: 1 }

const parentOf = (entity: BinnedEntity): string | undefined => (binnedEntities[entity] as Binned).parent

function binBody(deletedBy: string | null, pageKeys: Readonly<Record<string, string>> | null): Body {
  const members = names
    .map((entity, at) => ({ entity, member: sources[at]?.member ?? '' }))
    .filter(({ member }) => pageKeys === null || member in pageKeys)
    .map(({ entity, member }) => {
      const parent = parentOf(entity)
      const Fields = {
        ...{ Key: 1, DisplayValue: 1, DeletedDate: shown, DeletedBy: { Key: 1, DisplayValue: 1 } },
        ...(parent === undefined ? {} : { [parent]: 1 }),
      }
      return [
        member,
        {
          Scope: { Fields },
          Criteria: { SearchQuery: deletedBy === null ? {} : { DeletedBy: { $EQ: deletedBy } } },
          OrderBy: { Fields: [{ DeletedDate: 'DESC' }], PageSize: pageSize, PageKey: pageKeys?.[member] ?? null },
          Options: { Deleted: true },
        },
      ]
    })
  return envelope(Object.fromEntries(members))
}

const itemOf = ({ source, row, at }: Merged): BinItem => ({
  entity: entityOf(source.member) as BinnedEntity,
  key: String(row.Key),
  row,
  at,
})

/** A record whose owner was deleted at the same moment belongs to its unit. */
function unitsOf(items: readonly BinItem[]): readonly BinUnit[] {
  const byKey = new Map(items.map(item => [item.key, item]))
  const rootOf = (item: BinItem): BinItem => {
    const parent = byKey.get(textOf(item.row[parentOf(item.entity) ?? '']))
    return parent && parent.at === item.at && parent !== item ? rootOf(parent) : item
  }
  const below = new Map<string, BinItem[]>()
  const roots: BinItem[] = []
  for (const item of items) {
    const root = rootOf(item)
    if (root === item) roots.push(item)
    else below.set(root.key, [...(below.get(root.key) ?? []), item])
  }
  return roots.map(root => ({ ...root, below: below.get(root.key) ?? [] }))
}

/** The units in the bin, those that were deleted last first. */
export function useBin(deletedBy: string | null) {
  const { api } = useWorkspace()
  const t = useTexts().bin
  const body = useMemo(() => binBody(deletedBy, null), [deletedBy])
  useShownRequest({ title: t.title, operation: 'Read', body })
  const query = useInfiniteQuery({
    queryKey: ['bin', body],
    queryFn: ({ pageParam, signal }) =>
      api.call<Body>('Read', pageParam ? binBody(deletedBy, pageParam) : body, { signal }),
    initialPageParam: null as Readonly<Record<string, string>> | null,
    getNextPageParam: page => nextKeys(page, sources),
    meta: { entities: entitiesOf(body) },
  })
  const pages = query.data?.pages
  const units = useMemo(() => unitsOf(mergePages(pages ?? [], sources).map(itemOf)), [pages])
  return { query, units }
}
