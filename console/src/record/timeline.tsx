// Shows what happened with a record, newest first, by day: interactions, notes, documents, stage moves and changes.
import { Button, Menu, UnstyledButton } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { type Row, textOf } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { MentionText } from '../fields/mention-text.tsx'
import { useTexts } from '../texts/index.tsx'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon, type IconName } from '../ui/display/icons.tsx'
import { Empty } from '../ui/display/states.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { Changes, changesIn } from './changes.tsx'
import { downloadDocument, fileName } from './document-files.ts'
import classes from './timeline.module.css'
import { useMoments } from './use-moments.ts'

export const timelineKinds = ['all', 'interactions', 'notes', 'documents', 'stages', 'changes'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Something that happened. */
export interface Happening {
  readonly kind: Exclude<TimelineKind, 'all'>
  /** The entity of the row. */
  readonly entity: string
  readonly row: Row
  readonly at: string
  /** The record that a change belongs to, where that is another one than the page's. */
  readonly of?: { readonly entity: string; readonly key: string; readonly name: string }
}

interface TimelineProps {
  readonly entity: string
  readonly recordKey: string
  readonly happenings: readonly Happening[]
  readonly readOnly: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly onMore: () => void
  readonly isFiltered: boolean
}

export function Timeline(props: TimelineProps) {
  const { happenings, hasMore, isLoadingMore, onMore, isFiltered } = props
  const { timeline: t } = useTexts().record
  const { dayOf, dayTitle } = useMoments()
  const days = useMemo(() => {
    const groups = new Map<string, Happening[]>()
    for (const happening of happenings) {
      const day = happening.at === '' ? '' : dayOf(happening.at)
      const group = groups.get(day)
      if (group) group.push(happening)
      else groups.set(day, [happening])
    }
    return [...groups]
  }, [happenings, dayOf])
  return (
    <div>
      {days.length === 0 && !hasMore && (
        <Empty
          icon="history"
          title={isFiltered ? t.emptyFiltered : t.empty}
          hint={isFiltered ? undefined : t.emptyHint}
        />
      )}
      {days.map(([day, group]) => (
        <section key={day} className={classes.day}>
          <h3 className={classes.dayTitle}>{day === '' ? '' : dayTitle(group[0]?.at ?? '')}</h3>
          <ol className={classes.list}>
            {group.map(happening => (
              <li key={String(happening.row.Key)} className={classes.item}>
                <Item {...props} happening={happening} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {hasMore && (
        <Button variant="default" onClick={onMore} loading={isLoadingMore} className={classes.more}>
          {t.more}
        </Button>
      )}
    </div>
  )
}

interface ItemProps extends TimelineProps {
  readonly happening: Happening
}

function Item(props: ItemProps) {
  const { entity } = props.happening
  if (entity === 'Interaction') return <InteractionItem {...props} />
  if (entity === 'Note') return <NoteItem {...props} />
  if (entity === 'Document') return <DocumentItem {...props} />
  return <HistoryItem {...props} />
}

interface FrameProps {
  readonly icon: IconName
  readonly at: string
  readonly headline: ReactNode
  readonly remark?: ReactNode
  readonly quiet?: boolean
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

function Frame({ icon, at, headline, remark, quiet = false, actions, children }: FrameProps) {
  const { timeOf, full } = useMoments()
  return (
    <>
      <span className={classes.sign} data-quiet={quiet || undefined}>
        <Icon name={icon} size={quiet ? 12 : 14} />
      </span>
      <div className={classes.content}>
        <div className={classes.head}>
          <span className={quiet ? classes.quiet : classes.headline}>{headline}</span>
          {remark && <span className={classes.remark}>{remark}</span>}
          <span className={classes.actions}>{actions}</span>
          {at !== '' && (
            <time className={classes.time} dateTime={at} title={full(at)}>
              {timeOf(at)}
            </time>
          )}
        </div>
        {children}
      </div>
    </>
  )
}

const interactionIcons: Readonly<Record<string, IconName>> = {
  60001: 'phone',
  60002: 'mail',
  60003: 'calendar',
  60004: 'task',
}

function InteractionItem({ happening: { row, at } }: ItemProps) {
  const { timeline: t } = useTexts().record
  const type = row.Type as { Key?: unknown } | null
  const direction = (row.Direction as { Key?: unknown } | null)?.Key
  const duration = Number(row.Duration ?? 0)
  const facts = [
    row.Subject ? textOf(row.Type) : '',
    direction === 1 ? t.incoming : direction === 2 ? t.outgoing : '',
    duration > 0 ? t.minutes(duration) : '',
    textOf(row.Result),
    textOf(row.User),
  ]
  return (
    <Frame
      icon={interactionIcons[String(type?.Key)] ?? 'note'}
      at={at}
      headline={textOf(row.Subject) || textOf(row.Type)}
      remark={facts.filter(Boolean).join(' · ')}
      actions={<Remove entity="Interaction" row={row} />}
    >
      <LongText text={textOf(row.Description)} />
    </Frame>
  )
}

function NoteItem({ happening: { row, at } }: ItemProps) {
  const { timeline: t } = useTexts().record
  return (
    <Frame
      icon="note"
      at={at}
      headline={t.noted(textOf(row.Creator))}
      remark={row.Important ? <span className={classes.important}>{t.important}</span> : undefined}
      actions={<Remove entity="Note" row={row} />}
    >
      <div className={classes.note}>
        <LongText text={textOf(row.Text)} />
      </div>
    </Frame>
  )
}

function DocumentItem({ happening: { row, at } }: ItemProps) {
  const { timeline: t, lists } = useTexts().record
  const { api } = useWorkspace()
  const name = fileName(row)
  return (
    <Frame
      icon="document"
      at={at}
      headline={t.added(textOf(row.Creator))}
      actions={<Remove entity="Document" row={row} />}
    >
      <UnstyledButton
        className={classes.file}
        aria-label={lists.download(name)}
        onClick={() => void downloadDocument(api, row).catch(showFailure)}
      >
        <Icon name="download" size={14} />
        {name}
      </UnstyledButton>
    </Frame>
  )
}

function HistoryItem({ entity, recordKey, readOnly, happening: { row, at, of, kind } }: ItemProps) {
  const { timeline: t } = useTexts().record
  const who = textOf(row.User)
  const changes = row.Operation === 'Update' ? changesIn(row) : []
  const told: Readonly<Record<string, string>> = {
    Create: t.created(who),
    Delete: t.deleted(who),
    Restore: t.restored(who),
    Merge: t.merged(who),
  }
  const headline = of ? (
    <>
      {t.moved(who)} ·{' '}
      <RecordLink entity={of.entity} recordKey={of.key}>
        {of.name}
      </RecordLink>
    </>
  ) : (
    (told[String(row.Operation)] ?? (kind === 'stages' ? t.moved(who) : t.changed(who, changes.length)))
  )
  const application = textOf(row.Application)
  return (
    <Frame
      quiet
      icon={
        kind === 'stages'
          ? 'board'
          : row.Operation === 'Update'
            ? 'history'
            : row.Operation === 'Delete'
              ? 'bin'
              : 'plus'
      }
      at={at}
      headline={headline}
      remark={application === '' || application === 'console' ? undefined : t.via(application)}
    >
      {changes.length > 0 && (
        <Changes
          entity={of?.entity ?? entity}
          changes={of ? changes.filter(({ Field }) => isStage(Field)) : changes}
          recordKey={of || readOnly ? null : recordKey}
        />
      )}
    </Frame>
  )
}

export const isStage = (field: string): boolean => /StageSetup(Key)?$/.test(field)

function Remove({ entity, row }: { entity: string; row: Row }) {
  const { writer } = useWorkspace()
  const { timeline: t } = useTexts().record
  const remove = (): void => {
    writer.remove(entity, [String(row.Key)], t.deletedItem).catch(showFailure)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton size={22} className={classes.remove} aria-label={t.options}>
          <Icon name="dots" size={14} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<Icon name="bin" size={14} />} onClick={remove}>
          {t.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const longText = 280

/** A text; of a long one the beginning. */
function LongText({ text }: { text: string }) {
  const { timeline: t } = useTexts().record
  const [isWhole, setIsWhole] = useState(false)
  if (text === '') return null
  const isLong = text.length > longText
  return (
    <div className={classes.text}>
      <MentionText text={isLong && !isWhole ? `${text.slice(0, longText).trimEnd()}… ` : text} />
      {isLong && (
        <UnstyledButton className={classes.whole} onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? t.lessText : t.moreText}
        </UnstyledButton>
      )}
    </div>
  )
}
