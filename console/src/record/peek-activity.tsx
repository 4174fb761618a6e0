// Shows beside a list what happened last with a record, and adds a call, a note or a task to it.
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { EntityFields } from '../fields/entity-fields.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Failed, Loading } from '../ui/display/states.tsx'
import type { ComposerForm } from './composed.ts'
import { Composer } from './composer.tsx'
import { kindOfRecord, type RecordKind } from './kinds.ts'
import classes from './peek-activity.module.css'
import { Timeline } from './timeline.tsx'
import { useHappenings } from './use-happenings.ts'
import { useRecordPage } from './use-record-page.ts'

interface PeekActivityProps {
  readonly entity: string
  readonly recordKey: string
  readonly fields: EntityFields
  /** What stands between the actions and what happened. */
  readonly children: ReactNode
}

const shown = 6

export function PeekActivity({ entity, recordKey, fields, children }: PeekActivityProps) {
  const kind = useMemo(() => kindOfRecord(entity), [entity])
  const { tabs } = useTexts().record
  const { query, pages, sources, record } = useRecordPage(kind, recordKey, fields)
  const { happenings } = useHappenings({ kind, pages, sources, wanted: 'all' })
  const [composed, setComposed] = useState<ComposerForm | null>(null)
  return (
    <>
      <Actions kind={kind} onCompose={setComposed} />
      {composed && record && (
        <Composer
          key={composed}
          what={composed}
          kind={kind}
          recordKey={recordKey}
          record={record.fields}
          onDone={() => setComposed(null)}
          onCompose={setComposed}
        />
      )}
      {children}
      <section aria-label={tabs.timeline} className={classes.activity}>
        <h3 className={classes.title}>{tabs.timeline}</h3>
        {query.isError && <Failed error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <Loading rows={3} height={40} />}
        {query.isSuccess && (
          <Timeline
            entity={entity}
            recordKey={recordKey}
            happenings={happenings.slice(0, shown)}
            readOnly
            hasMore={false}
            isLoadingMore={false}
            onMore={() => {}}
            isFiltered={false}
          />
        )}
      </section>
    </>
  )
}

function Actions({ kind, onCompose }: { kind: RecordKind; onCompose: (what: ComposerForm) => void }) {
  const { actions: t } = useTexts().record
  const actions = [
    { what: 'call', icon: 'phone', label: t.call, isOffered: kind.interactionsBy !== undefined },
    { what: 'note', icon: 'note', label: t.note, isOffered: kind.takesNotes === true },
    { what: 'task', icon: 'task', label: t.task, isOffered: kind.tasksBy !== undefined },
  ] as const
  return (
    <div className={classes.actions}>
      {actions
        .filter(({ isOffered }) => isOffered)
        .map(({ what, icon, label }) => (
          <Button
            key={what}
            variant="default"
            size="compact-sm"
            leftSection={<Icon name={icon} size={14} />}
            onClick={() => onCompose(what)}
          >
            {label}
          </Button>
        ))}
    </div>
  )
}
