// Lists what concerns the person: assignments, mentions, sales that others have moved, and tasks that are due.
import { Button } from '@mantine/core'
import { type Row, rowsOf, textOf } from '../api/envelope.ts'
import { markAllRead, markRead } from '../api/notifications.ts'
import { useRead } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { memberText } from '../fields/field.ts'
import { readableMentions } from '../fields/parts/mentions.ts'
import { useTexts } from '../texts/index.tsx'
import { RecordLink } from '../ui/addresses/page-link.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Icon, type IconName } from '../ui/display/icons.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './notifications.module.css'

const params = { show: choiceParam(['unread', 'all']) }
const listed = 100

type Kind = 'Assigned' | 'Mentioned' | 'Moved' | 'Due'
const icons: Readonly<Record<Kind, IconName>> = { Assigned: 'user', Mentioned: 'note', Moved: 'board', Due: 'task' }

/** What a notification shows. The server leaves out those whose record the person may not read. */
const fields = {
  Key: 1,
  Kind: 1,
  Read: 1,
  DateTime: 1,
  By: { DisplayValue: 1 },
  RecordKey: { Value: 1, EntityType: 1 },
  Record: { DisplayValue: 1 },
  Source: { DisplayValue: 1 },
}

export default function Notifications() {
  const { notifications: t } = useTexts()
  const workspace = useWorkspace()
  const [{ show }, setSearch] = useSearchParams(params)
  const query = useRead(
    {
      Notification: {
        Scope: { Fields: fields },
        Criteria: { SearchQuery: show === 'unread' ? { Read: false } : {}, Top: listed },
        OrderBy: { Fields: [{ Key: 'DESC' }] },
      },
    },
    { title: t.title, keep: true },
  )
  const rows = rowsOf(query.data, 'Notification').filter(({ Record }) => memberText(Record, 'DisplayValue') !== '')
  return (
    <Page
      title={t.title}
      layout="text"
      actions={
        <Button variant="default" onClick={() => void markAllRead(workspace).catch(showFailure)}>
          {t.markAll}
        </Button>
      }
    >
      <Segments
        label={t.show}
        value={show}
        onChange={next => setSearch({ show: next })}
        data={[
          { value: 'unread', label: t.unread },
          { value: 'all', label: t.all },
        ]}
      />
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Empty icon="bell" title={show === 'unread' ? t.noneUnread : t.none} hint={t.hint} />
          ) : (
            <ul className={classes.list} aria-label={t.title}>
              {rows.map(row => (
                <Line key={String(row.Key)} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

function Line({ row }: { row: Row }) {
  const { notifications: t } = useTexts()
  const workspace = useWorkspace()
  const kind = String(row.Kind) as Kind
  const name = memberText(row.Record, 'DisplayValue')
  const mark = (): void => void markRead(workspace, [String(row.Key)]).catch(showFailure)
  const isUnread = row.Read !== true
  return (
    <li className={classes.line} data-unread={isUnread || undefined}>
      <Icon name={icons[kind] ?? 'bell'} />
      <div className={classes.what}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: following the link inside marks the line as read */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link is a click too */}
        <div onClick={() => isUnread && mark()}>
          <RecordLink
            entity={memberText(row.RecordKey, 'EntityType')}
            recordKey={memberText(row.RecordKey, 'Value')}
            className={classes.name}
          >
            {name}
          </RecordLink>
        </div>
        <div className={classes.why}>{t.kinds[kind]?.(textOf(row.By))}</div>
        {kind === 'Mentioned' && memberText(row.Source, 'DisplayValue') !== name && (
          <p className={classes.text}>{readableMentions(memberText(row.Source, 'DisplayValue'))}</p>
        )}
      </div>
      <span className={classes.when}>
        <Moment iso={String(row.DateTime)} />
      </span>
      {isUnread && (
        <IconButton aria-label={t.mark(name)} onClick={mark}>
          <Icon name="check" size={14} />
        </IconButton>
      )}
    </li>
  )
}
