// Shows the fields of one record beside the list, to be read and edited without leaving it.
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type Body, envelope, rowsOf } from '../../api/envelope.ts'
import { membersOf, named, namingScope } from '../../api/names.ts'
import type { StoredRecord } from '../../api/record-store.ts'
import { useRead, useRecord, useStoredRows } from '../../api/use-read.ts'
import type { Workspace } from '../../api/workspace.tsx'
import type { EntityFields } from '../../fields/entity-fields.ts'
import type { Field } from '../../fields/field.ts'
import { FieldLine } from '../../fields/in-place.tsx'
import { isEmptyValue, selectFields } from '../../fields/values.ts'
import { kindOfRecord } from '../../record/kinds.ts'
import { useTexts } from '../../texts/index.tsx'
import { RecordLink } from '../../ui/addresses/page-link.tsx'
import { recordPath } from '../../ui/addresses/paths.ts'
import { hint } from '../../ui/controls/hint.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { lazyPart } from '../../ui/display/lazy-part.tsx'
import { Failed, Loading } from '../../ui/display/states.tsx'
import styles from './list.module.css'

const PeekActivity = lazyPart(async () => (await import('../../record/peek-activity.tsx')).PeekActivity, {
  waiting: <Loading rows={10} height={32} />,
})

interface Props {
  readonly entity: string
  readonly recordKey: string
  readonly fields: EntityFields
  onClose(): void
}

/** The default phone and e-mail are among the numbered ones; the name follows from its parts. */
const isRepeated = ({ path }: Field, fields: EntityFields): boolean =>
  fields.of(`${path}1`) !== undefined || path === 'FullName'

const isShown = ({ group, kind, path }: Field): boolean =>
  group === null &&
  kind !== 'secret' &&
  !['Version', 'Key', 'SecStatus', 'DeletedBy', 'DeletedDate', 'DisplayValue'].includes(path)

const scopeOf = (fields: EntityFields) => ({
  ...namingScope(fields.model.knownBy),
  ...selectFields(fields.all.filter(field => isShown(field) && !field.inactive)),
  DisplayValue: 1,
})

const readOf = (entity: string, key: string, fields: EntityFields): Body => ({
  [entity]: {
    Scope: { Fields: scopeOf(fields) },
    Criteria: { SearchQuery: membersOf(key, fields.model.knownBy), Top: 1 },
  },
})

/** Reads a record that may be opened soon. */
export function prefetchPeek({ queries, api }: Workspace, entity: string, key: string, fields: EntityFields): void {
  const body = envelope(readOf(entity, key, fields))
  void queries.prefetchQuery({
    queryKey: ['Read', body],
    queryFn: () => api.call('Read', body),
    meta: { entities: [entity] },
  })
}

export function Peek({ entity, recordKey, fields, onClose }: Props) {
  const { list: t, ui } = useTexts()
  const { data, error, refetch } = useRead(readOf(entity, recordKey, fields), { title: t.peek })
  const rows = useMemo(() => named(rowsOf(data, entity), fields.model.knownBy), [data, entity, fields])
  const scope = useMemo(() => scopeOf(fields), [fields])
  useStoredRows(`peek.${recordKey}`, scope, rows)
  const record = useRecord(recordKey, rows[0])
  const name = String(record?.fields.DisplayValue ?? '')
  return (
    <aside className={styles.peek} aria-label={name === '' ? t.peek : name}>
      <header className={styles.peekHead}>
        <h2 className={styles.peekTitle}>{name}</h2>
        {recordPath(entity, recordKey) !== null && (
          <RecordLink entity={entity} recordKey={recordKey} className={styles.peekOpen}>
            {t.openRecord}
          </RecordLink>
        )}
        <IconButton {...hint(ui.close, 'p')} aria-label={ui.close} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        record && (
          <div className={styles.peekBody}>
            {kindOfRecord(entity).list === '' ? (
              <Lines record={record} fields={fields} />
            ) : (
              <PeekActivity key={recordKey} entity={entity} recordKey={recordKey} fields={fields}>
                <Lines record={record} fields={fields} />
              </PeekActivity>
            )}
          </div>
        )
      ) : (
        <Loading rows={10} height={32} />
      )}
    </aside>
  )
}

function Lines({ record, fields }: { record: StoredRecord; fields: EntityFields }) {
  const { list: t } = useTexts()
  const [isWhole, setWhole] = useState(false)
  const type = (record.fields.Type as { Key?: string } | null | undefined)?.Key
  const isFor = (list: readonly string[]) => type === undefined || list.length === 0 || list.includes(type)
  const all = fields.all.filter(
    field => isShown(field) && !field.inactive && !isRepeated(field, fields) && isFor(field.appliesTo),
  )
  const filled = all.filter(field => !isEmptyValue(record.fields[field.path]))
  const shown = isWhole ? all : filled
  return (
    <>
      {shown.map(field => (
        <FieldLine
          key={field.path}
          field={field}
          record={record}
          mandatory={field.writable && field.mandatory && isFor(field.mandatoryFor)}
        />
      ))}
      {filled.length < all.length && (
        <Button variant="subtle" color="gray" size="compact-sm" mt={8} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t.hideEmpty : t.showEmpty(all.length - filled.length)}
        </Button>
      )}
    </>
  )
}
