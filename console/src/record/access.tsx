// Says who may read and change a record, what the caller may do with it, and why.
import { type Row, textOf } from '../api/envelope.ts'
import type { StoredRecord } from '../api/record-store.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { EntityFields } from '../fields/entity-fields.ts'
import { FieldLine } from '../fields/in-place.tsx'
import type { Rights } from '../fields/rights.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Section } from '../ui/display/section.tsx'
import classes from './access.module.css'

interface AccessProps {
  readonly record: StoredRecord
  readonly fields: EntityFields
  readonly rights: Rights
}

interface Principal {
  readonly Key?: string
}

export function Access({ record, fields, rights }: AccessProps) {
  const { access: t } = useTexts().record
  const list = fields.of('SecAccess')
  const title = rights.update ? t.may : t.mayRead
  return (
    <div className={classes.access}>
      <div className={classes.verdict}>
        <span className={classes.sign}>
          <Icon name={rights.update ? 'check' : 'lock'} />
        </span>
        <div>
          <div className={classes.title}>{title}</div>
          <div className={classes.reason}>{useReason(record.fields, list !== undefined, rights)}</div>
          {rights.update && !rights.delete && <div className={classes.reason}>{t.mayNotDelete}</div>}
        </div>
      </div>
      {list && (
        <Section title={t.who}>
          <FieldLine field={list} record={record} readOnly={!rights.update} />
          <p className={classes.reason}>{t.changeHint}</p>
        </Section>
      )}
    </div>
  )
}

/** Why the caller may change the record, or not. */
function useReason(record: Row, hasList: boolean, rights: Rights): string {
  const { because } = useTexts().record.access
  const { user } = useWorkspace().session
  const writers = ((record.SecAccess as { Write?: readonly Principal[] } | null)?.Write ?? []) as readonly Principal[]
  if (!hasList)
    return rights.update ? (user.administrator ? because.administrator : because.follows) : because.notFollowed
  if (!rights.update) return because.notNamed(textOf(writers))
  if (writers.length === 0) return because.everyone
  if (writers.some(({ Key }) => Key === user.key)) return because.named
  return user.administrator ? because.administrator : because.group
}
