// Shows a record with everything that hangs on it: header with quick actions, tabs, and its fields at the side.
import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { textOf } from '../api/envelope.ts'
import { Refused } from '../api/errors.ts'
import { useDrafted } from '../api/use-draft.ts'
import type { EntityFields } from '../fields/entity-fields.ts'
import { rightsIn } from '../fields/rights.ts'
import { useFields } from '../fields/use-fields.ts'
import { SaleHead } from '../sales/head.tsx'
import { useTexts } from '../texts/index.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { OpenedRecord } from '../ui/addresses/recent.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { AfterPaint, afterPaint } from '../ui/display/later.ts'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { Failed, Loading } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { type ComposerForm, draftIds } from './composed.ts'
import { Details } from './details.tsx'
import { DropArea, UploadList, useUploads } from './documents.tsx'
import { RecordActions, RecordHeader } from './header.tsx'
import { kindOfRecord, type RecordKind } from './kinds.ts'
import { Missing } from './missing.tsx'
import classes from './record-page.module.css'
import { Panel, type ShownProps, type Tab, TabList, tabs } from './tabs.tsx'
import { timelineKinds } from './timeline.tsx'
import { useRecordKeys } from './use-record-keys.ts'
import { useRecordPage } from './use-record-page.ts'

const params = { tab: choiceParam(tabs), show: choiceParam(timelineKinds) }

/** Loaded after the record, which it is not needed to see. */
const Composer = lazyPart(async () => (await import('./composer.tsx')).Composer, { waiting: null })

const WorkflowPanel = lazyPart(async () => (await import('./workflow-panel.tsx')).WorkflowPanel, { waiting: null })

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
  if (record) return <RecordContent kind={kind} fields={fields} page={page} record={record} />
  const isGone = query.isSuccess || (query.error instanceof Refused && query.error.problem('UnknownKey'))
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

function RecordContent({ kind, fields, page, record }: ShownProps) {
  const { key: recordKey, fields: values } = record
  const { record: t, entities } = useTexts()
  const names: Readonly<Record<string, { readonly many: string }>> = entities
  const isPhone = useMediaQuery('(max-width: 62em)') ?? false
  const [{ tab, show }, setSearch] = useSearchParams(params)
  const [composed, setComposed] = useState<ComposerForm | null>(useDrafted(draftIds(recordKey)))
  useEffect(() => afterPaint(() => void Composer.preload()), [])
  const rights = rightsIn(values, fields.model)
  const { uploads, send } = useUploads(recordKey)
  const compose = (what: ComposerForm): void => {
    setComposed(what)
    setSearch({ tab: 'timeline' })
  }
  const name = textOf(values.DisplayValue) || t.untitled
  const parts = { kind, recordKey, record: values, rights, name, onCompose: compose, onFiles: send }
  const neighbours = useRecordKeys(parts)
  const shownTab = tab === 'details' && !isPhone ? 'timeline' : tab
  const above = kind.above ? (values[kind.above] as { Key?: string } | null) : null
  const crumbs = [
    { label: names[kind.entity]?.many ?? kind.entity, to: kind.list },
    ...(above?.Key ? [{ label: textOf(above), to: `entries/${above.Key.replace(/=+$/, '')}` }] : []),
  ]
  const details = <Details kind={kind} record={record} fields={fields} readOnly={!rights.update} />
  const actions = (
    <AfterPaint>
      <OpenedRecord entity={kind.entity} recordKey={recordKey} />
      <RecordActions {...parts} neighbours={neighbours} />
    </AfterPaint>
  )
  return (
    <Page title={name} crumbs={crumbs} layout="flush" actions={actions}>
      <DropArea onFiles={kind.takesNotes ? send : null}>
        <div className={classes.columns}>
          <div className={classes.main}>
            <RecordHeader {...parts} fields={fields} />
            {kind.isSale && <SaleHead record={record} fields={fields} readOnly={!rights.update} />}
            <AfterPaint>
              {kind.workflowType && <WorkflowPanel {...{ kind, recordKey, name }} readOnly={!rights.update} />}
              <Tabs
                value={shownTab}
                onChange={value => setSearch({ tab: (value ?? 'timeline') as Tab })}
                className={classes.tabs}
              >
                <TabList kind={kind} recordKey={recordKey} record={values} page={page} hasDetails={isPhone} />
                <div className={classes.panel}>
                  <UploadList uploads={uploads} />
                  {composed && shownTab === 'timeline' && (
                    <Composer key={composed} {...parts} what={composed} onDone={() => setComposed(null)} />
                  )}
                  <Panel
                    {...{ kind, fields, page, record, rights, tab: shownTab, show, details }}
                    onFiles={send}
                    onShow={value => setSearch({ show: value })}
                  />
                </div>
              </Tabs>
            </AfterPaint>
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
