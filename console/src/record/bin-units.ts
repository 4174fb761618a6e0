// Reads the recycle bin, and gathers its records into units: what was deleted together is restored together.
import { type Body, entityOf, envelope, memberFor, type Row, textOf } from '../api/envelope.ts'
import type { IconName } from '../ui/display/icons.tsx'
import { type MergedRow, mergePages } from './merge.ts'

interface BinnedKind {
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
} as const satisfies Readonly<Record<string, BinnedKind>>

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
export const binSources = names.map(entity => ({ member: `${memberFor(entity)}.bin`, by: 'DeletedDate' }))
const pageSize = 50
const shown = { Value: 1, DisplayValue: 1 }

const parentOf = (entity: BinnedEntity): string | undefined => (binnedEntities[entity] as BinnedKind).parent

export function binBody(deletedBy: string | null, pageKeys: Readonly<Record<string, string>> | null): Body {
  const members = names
    .map((entity, at) => ({ entity, member: binSources[at]?.member ?? '' }))
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

const itemOf = ({ source, row, at }: MergedRow): BinItem => ({
  entity: entityOf(source.member) as BinnedEntity,
  key: String(row.Key),
  row,
  at,
})

/** A record whose owner was deleted at the same moment belongs to its unit. */
function unitsOf(items: readonly BinItem[]): readonly BinUnit[] {
  const byKey = new Map(items.map(item => [item.key, item]))
  const parentIn = ({ row, entity, at }: BinItem): BinItem | undefined => {
    const parent = byKey.get(textOf(row[parentOf(entity) ?? '']))
    return parent?.at === at ? parent : undefined
  }
  const rootOf = (item: BinItem): BinItem => {
    const passed = new Set([item])
    let root = item
    for (let parent = parentIn(root); parent; parent = parentIn(root)) {
      // Records that name each other have no root: each is a unit.
      if (passed.has(parent)) return item
      passed.add(parent)
      root = parent
    }
    return root
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

/** The units of the pages that were read, the last deleted first. */
export const unitsIn = (pages: readonly Body[]): readonly BinUnit[] =>
  unitsOf(mergePages(pages, binSources).map(itemOf))
