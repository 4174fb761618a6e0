// Shows the tabs of a record, and what the chosen one has: what happened, related records, documents, history, access.
import { Tabs } from '@mantine/core'
import type { Row } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { rightsIn } from '../fields/rights.ts'
import { useTexts } from '../texts/index.tsx'
import { countText } from '../ui/display/count-text.ts'
import { Access } from './access.tsx'
import { Documents } from './documents.tsx'
import { type ListName, type RecordKind, typeOf } from './kinds.ts'
import classes from './record-page.module.css'
import { Related } from './related.tsx'
import { Timeline, type TimelineKind } from './timeline.tsx'
import { TimelineFilter } from './timeline-filter.tsx'
import { useHappenings } from './use-happenings.ts'
import type { useRecordPage } from './use-record-page.ts'
import { useListCounts } from './use-related-rows.ts'

export const tabs = [
  'timeline',
  'details',
  'contacts',
  'opportunities',
  'cases',
  'tasks',
  'children',
  'documents',
  'history',
  'access',
] as const
export type Tab = (typeof tabs)[number]

/** A record that has been read. */
export interface ShownProps {
  readonly kind: RecordKind
  readonly fields: EntityFields
  readonly page: ReturnType<typeof useRecordPage>
  readonly record: StoredRecord
}

/** A Contact has no contacts of its own. Custom child records have a tab where there are some. */
const hasTab = (
  { lists, takesNotes }: RecordKind,
  record: Row,
  tab: Tab,
  { hasDetails, hasChildren }: { readonly hasDetails: boolean; readonly hasChildren: boolean },
): boolean => {
  if (tab === 'details') return hasDetails
  if (tab === 'documents') return takesNotes === true
  if (tab === 'children') return hasChildren
  if (tab === 'contacts') return lists.includes('contacts') && typeOf(record) !== 'Contact'
  if (tab === 'opportunities' || tab === 'cases' || tab === 'tasks') return lists.includes(tab)
  return true
}

const isCounted = (tab: Tab): tab is ListName | 'documents' =>
  !['timeline', 'details', 'history', 'access'].includes(tab)

interface TabListProps extends Pick<ShownProps, 'kind' | 'page'> {
  readonly recordKey: string
  readonly record: Row
  readonly hasDetails: boolean
}

export function TabList({ kind, recordKey, record, page, hasDetails }: TabListProps) {
  const { tabs: titles, tabList } = useTexts().record
  const { culture } = useWorkspace().session
  const countOf = useListCounts(kind, recordKey, page.first)
  const count = (tab: Tab): string => {
    const found = isCounted(tab) ? countOf(tab) : null
    return found && found.count > 0 ? countText(found, culture) : ''
  }
  return (
    <Tabs.List className={classes.tabList} aria-label={tabList}>
      {tabs
        .filter(tab => hasTab(kind, record, tab, { hasDetails, hasChildren: count('children') !== '' }))
        .map(tab => (
          <Tabs.Tab key={tab} value={tab} className={classes.tab}>
            {titles[tab]}
            {count(tab) !== '' && <span className={classes.count}>{count(tab)}</span>}
          </Tabs.Tab>
        ))}
    </Tabs.List>
  )
}

interface PanelProps extends ShownProps {
  readonly rights: ReturnType<typeof rightsIn>
  readonly tab: Tab
  readonly show: TimelineKind
  readonly details: React.ReactNode
  readonly onFiles: (files: readonly File[]) => void
  readonly onShow: (kind: TimelineKind) => void
}

export function Panel(props: PanelProps) {
  const { kind, fields, page, record, rights, tab, show, details, onFiles, onShow } = props
  const wanted = tab === 'history' ? 'changes' : tab === 'documents' ? 'documents' : show
  const { happenings, hasMore } = useHappenings({ kind, pages: page.pages, sources: page.sources, wanted })
  const timeline = (
    <Timeline
      entity={kind.entity}
      recordKey={record.key}
      happenings={happenings}
      readOnly={!rights.update}
      hasMore={hasMore}
      isLoadingMore={page.query.isFetchingNextPage}
      onMore={() => void page.query.fetchNextPage()}
      isFiltered={wanted !== 'all'}
    />
  )
  const content = (): React.ReactNode => {
    if (tab === 'details') return details
    if (tab === 'access') return <Access record={record} fields={fields} rights={rights} />
    if (tab === 'documents')
      return (
        <Documents
          rows={happenings.map(({ row }) => row)}
          onFiles={onFiles}
          onMore={hasMore ? () => void page.query.fetchNextPage() : null}
          isLoadingMore={page.query.isFetchingNextPage}
        />
      )
    if (tab === 'history') return timeline
    if (tab === 'timeline')
      return (
        <>
          <TimelineFilter kind={kind} value={show} onChange={onShow} />
          {timeline}
        </>
      )
    return <Related kind={kind} name={tab} first={page.first} recordKey={record.key} readOnly={!rights.update} />
  }
  return <Tabs.Panel value={tab}>{content()}</Tabs.Panel>
}
