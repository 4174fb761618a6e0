// Shows a record with everything that hangs on it: header with quick actions, tabs, and its fields at the side.
import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useDrafted } from '../api/drafts.ts'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { codes } from '../api/errors.ts'
import { rightsIn } from '../fields/rights.ts'
import type { EntityFields } from '../fields/use-fields.ts'
import { useFields } from '../fields/use-fields.ts'
import { useTexts } from '../texts/index.tsx'
import { Page } from '../ui/page.tsx'
import { useOpened } from '../ui/recent.ts'
import { choiceParam, useSearchParams } from '../ui/search-params.ts'
import { Failed, Loading } from '../ui/states.tsx'
import { Access } from './access.tsx'
import { type Composed, Composer, draftId } from './composer.tsx'
import { Details } from './details.tsx'
import { Documents, DropArea, UploadList, useUploads } from './documents.tsx'
import { RecordActions, RecordHeader } from './header.tsx'
import { kindOfRecord, type RecordKind, typeOf } from './kinds.ts'
import { memberOfList } from './lists.ts'
import { Missing } from './missing.tsx'
import classes from './record-page.module.css'
import { Related } from './related.tsx'
import { Timeline, type TimelineKind, timelineKinds } from './timeline.tsx'
import { TimelineFilter } from './timeline-filter.tsx'
import { useHappenings } from './use-happenings.ts'
import { useRecordKeys } from './use-record-keys.ts'
import { useRecordPage } from './use-record-page.ts'

const tabs = [
  'timeline',
  'details',
  'contacts',
  'opportunities',
  'cases',
  'tasks',
  'documents',
  'history',
  'access',
] as const
type Tab = (typeof tabs)[number]

const params = { tab: choiceParam(tabs), show: choiceParam(timelineKinds) }

/** The page of any record. */
export function RecordPage({ entity, recordKey }: { entity: string; recordKey: string }) {
  const kind = useMemo(() => kindOfRecord(entity), [entity])
  const { data: fields, isError, error, refetch } = useFields(entity)
  if (fields) return <Content key={recordKey} kind={kind} recordKey={recordKey} fields={fields} />
  return <Page title="">{isError ? <Failed error={error} retry={() => void refetch()} /> : <Loading />}</Page>
}

interface ContentProps {
  readonly kind: RecordKind
  readonly recordKey: string
  readonly fields: EntityFields
}

function Content({ kind, recordKey, fields }: ContentProps) {
  const names: Readonly<Record<string, { readonly many: string }>> = useTexts().entities
  const page = useRecordPage(kind, recordKey, fields)
  const { query, record } = page
  const crumbs = kind.list === '' ? [] : [{ label: names[kind.entity]?.many ?? kind.entity, to: kind.list }]
  if (record) return <Shown kind={kind} recordKey={recordKey} fields={fields} page={page} record={record} />
  const isGone = query.isSuccess || (query.error as { has?: (code: number) => boolean } | null)?.has?.(codes.unknownKey)
  return (
    <Page title="" crumbs={crumbs}>
      {isGone ? (
        <Missing entity={kind.entity} recordKey={recordKey} />
      ) : query.isError ? (
        <Failed error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Loading rows={10} />
      )}
    </Page>
  )
}

interface ShownProps extends ContentProps {
  readonly page: ReturnType<typeof useRecordPage>
  readonly record: Row
}

function Shown({ kind, recordKey, fields, page, record }: ShownProps) {
  const { record: t, entities } = useTexts()
  const names: Readonly<Record<string, { readonly many: string }>> = entities
  const isPhone = useMediaQuery('(max-width: 62em)') ?? false
  const [{ tab, show }, setSearch] = useSearchParams(params)
  const drafted = useDrafted({
    call: draftId('call', recordKey),
    note: draftId('note', recordKey),
    task: draftId('task', recordKey),
  })
  const [composed, setComposed] = useState<Composed | null>(drafted)
  const rights = rightsIn(record, fields.model)
  const { uploads, send } = useUploads(recordKey)
  useOpened(kind.entity, recordKey)
  const compose = (what: Composed): void => {
    setComposed(what)
    setSearch({ tab: 'timeline' })
  }
  const name = textOf(record.DisplayValue) || t.untitled
  const parts = { kind, recordKey, record, rights, name, onCompose: compose, onFiles: send }
  const neighbours = useRecordKeys(parts)
  const shownTab = tab === 'details' && !isPhone ? 'timeline' : tab
  const above = kind.above ? (record[kind.above] as { Key?: string } | null) : null
  const crumbs = [
    { label: names[kind.entity]?.many ?? kind.entity, to: kind.list },
    ...(above?.Key ? [{ label: textOf(above), to: `entries/${above.Key.replace(/=+$/, '')}` }] : []),
  ]
  const details = (
    <Details kind={kind} recordKey={recordKey} record={record} fields={fields} readOnly={!rights.update} />
  )
  return (
    <Page title={name} crumbs={crumbs} layout="flush" actions={<RecordActions {...parts} neighbours={neighbours} />}>
      <DropArea onFiles={kind.takesNotes ? send : null}>
        <div className={classes.columns}>
          <div className={classes.main}>
            <RecordHeader {...parts} fields={fields} />
            <Tabs
              value={shownTab}
              onChange={value => setSearch({ tab: (value ?? 'timeline') as Tab })}
              className={classes.tabs}
            >
              <TabList kind={kind} record={record} page={page} hasDetails={isPhone} />
              <div className={classes.panel}>
                <UploadList uploads={uploads} />
                {composed && shownTab === 'timeline' && (
                  <Composer key={composed} {...parts} what={composed} onDone={() => setComposed(null)} />
                )}
                <Panel
                  {...{ kind, recordKey, fields, page, record, rights, tab: shownTab, show, details }}
                  onFiles={send}
                  onShow={value => setSearch({ show: value })}
                />
              </div>
            </Tabs>
          </div>
          {!isPhone && (
            <aside className={classes.side} aria-label={t.tabs.details}>
              {details}
            </aside>
          )}
        </div>
      </DropArea>
    </Page>
  )
}

/** A Contact has no contacts of its own. */
const hasTab = ({ lists, takesNotes }: RecordKind, record: Row, tab: Tab, hasDetails: boolean): boolean => {
  if (tab === 'details') return hasDetails
  if (tab === 'documents') return takesNotes === true
  if (tab === 'contacts') return lists.includes('contacts') && typeOf(record) !== 'Contact'
  if (tab === 'opportunities' || tab === 'cases' || tab === 'tasks') return lists.includes(tab)
  return true
}

interface TabListProps extends Pick<ShownProps, 'kind' | 'record' | 'page'> {
  readonly hasDetails: boolean
}

function TabList({ kind, record, page, hasDetails }: TabListProps) {
  const { tabs: titles, tabList } = useTexts().record
  const count = (tab: Tab): number => {
    if (tab === 'documents') return rowsOf(page.first, 'Document.timeline').length
    return tab === 'contacts' || tab === 'opportunities' || tab === 'cases' || tab === 'tasks'
      ? rowsOf(page.first, memberOfList(tab)).length
      : 0
  }
  return (
    <Tabs.List className={classes.tabList} aria-label={tabList}>
      {tabs
        .filter(tab => hasTab(kind, record, tab, hasDetails))
        .map(tab => (
          <Tabs.Tab key={tab} value={tab} className={classes.tab}>
            {titles[tab]}
            {count(tab) > 0 && <span className={classes.count}>{count(tab)}</span>}
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

function Panel(props: PanelProps) {
  const { kind, recordKey, fields, page, record, rights, tab, show, details, onFiles, onShow } = props
  const wanted = tab === 'history' ? 'changes' : tab === 'documents' ? 'documents' : show
  const { happenings, hasMore } = useHappenings({ kind, pages: page.pages, sources: page.sources, wanted })
  const timeline = (
    <Timeline
      entity={kind.entity}
      recordKey={recordKey}
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
    if (tab === 'access') return <Access recordKey={recordKey} record={record} fields={fields} rights={rights} />
    if (tab === 'documents') return <Documents rows={happenings.map(({ row }) => row)} onFiles={onFiles} />
    if (tab === 'history') return timeline
    if (tab === 'timeline')
      return (
        <>
          <TimelineFilter kind={kind} value={show} onChange={onShow} />
          {timeline}
        </>
      )
    return (
      <Related
        name={tab}
        rows={rowsOf(page.first, memberOfList(tab))}
        recordKey={recordKey}
        readOnly={!rights.update}
      />
    )
  }
  return <Tabs.Panel value={tab}>{content()}</Tabs.Panel>
}
