// Lists the writes of records in a table; a row opens to what changed.
import { UnstyledButton } from '@mantine/core'
import { Fragment, useState } from 'react'
import { textOf } from '../api/envelope.ts'
import { useTexts } from '../texts/index.tsx'
import { entityName } from '../texts/names.ts'
import { PageLink, RecordLink } from '../ui/addresses/page-link.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Initials } from '../ui/display/initials.tsx'
import { type AuditEntry, isOfServer, isPath } from './audit.ts'
import classes from './audit-table.module.css'
import { Changes, changesIn, PlainChanges } from './changes.tsx'

interface AuditTableProps {
  readonly entries: readonly AuditEntry[]
  readonly names: ReadonlyMap<string, string>
}

export function AuditTable({ entries, names }: AuditTableProps) {
  const { columns } = useTexts().audit
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string): void => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{columns.time}</th>
          <th scope="col">{columns.user}</th>
          <th scope="col">{columns.operation}</th>
          <th scope="col">{columns.record}</th>
          <th scope="col">{columns.changes}</th>
          <th scope="col">{columns.via}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(written => {
          const key = String(written.row.Key)
          const isOpen = open.has(key)
          return (
            <Fragment key={key}>
              <AuditRow written={written} name={names.get(written.key)} isOpen={isOpen} onToggle={() => toggle(key)} />
              {isOpen && (
                <tr>
                  <td colSpan={6}>
                    {isPath(written.key) ? (
                      <PlainChanges changes={changesIn(written.row)} />
                    ) : (
                      <Changes entity={written.entity} changes={changesIn(written.row)} recordKey={null} />
                    )}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

interface AuditRowProps {
  readonly written: AuditEntry
  readonly name: string | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function AuditRow({ written: { row, entity, key }, name, isOpen, onToggle }: AuditRowProps) {
  const { audit: t } = useTexts()
  const operations: Readonly<Record<string, string>> = t.operations
  const operation = textOf(row.Operation)
  const who = textOf(row.User)
  const count = changesIn(row).length
  const shown = name ?? (isPath(key) ? key : t.removed)
  return (
    <tr className={classes.row}>
      <td className={classes.time}>{textOf(row.DateTime)}</td>
      <td>
        <span className={classes.who}>
          <Initials name={who} />
          {who}
        </span>
      </td>
      <td>
        <span className={classes.operation} data-operation={operation}>
          {operations[operation] ?? operation}
        </span>
      </td>
      <td className={classes.record}>
        <Subject entity={entity} recordKey={key} name={name} shown={shown} />
      </td>
      <td>
        {count > 0 && (
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-label={`${t.fields(count)}: ${t.showChanges(shown)}`}
            onClick={onToggle}
          >
            {t.fields(count)}
            <Icon name={isOpen ? 'up' : 'down'} size={12} />
          </UnstyledButton>
        )}
      </td>
      <td className={classes.via}>{textOf(row.Application) || (isOfServer(row) ? t.server : t.token)}</td>
    </tr>
  )
}

/** Where the settings are set that are no records, by their names in History. */
const settingPages: Readonly<Record<string, string>> = {
  SingleSignOn: 'setup/sso',
  Provisioning: 'setup/provisioning',
  SecondFactorPolicy: 'setup/factors',
}

interface SubjectProps {
  readonly entity: string
  readonly recordKey: string
  readonly name: string | undefined
  /** What stands for the name of a record that has none here. */
  readonly shown: string
}

/** What was written, with a link to it where it is still there. */
function Subject({ entity, recordKey, name, shown }: SubjectProps) {
  const kind = entityName(useTexts(), entity)
  const setting = settingPages[entity]
  if (setting) {
    return (
      <PageLink to={setting} className={classes.name}>
        {kind}
      </PageLink>
    )
  }
  return (
    <>
      <span className={classes.kind}>{kind}</span>
      {name === undefined ? (
        <span className={classes.kind}>{shown}</span>
      ) : (
        <RecordLink entity={entity} recordKey={recordKey} className={classes.name}>
          {name || recordKey}
        </RecordLink>
      )}
    </>
  )
}
