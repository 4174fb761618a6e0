// Shows which fields a write changed, from what to what, with a button that puts the old value back.
import type { Row } from '../api/envelope.ts'
import type { EntityFields } from '../fields/entity-fields.ts'
import type { Field } from '../fields/field.ts'
import { kindOf } from '../fields/index.ts'
import { useFieldEdit } from '../fields/use-field-edit.ts'
import { useFields } from '../fields/use-fields.ts'
import { useRecorded } from '../fields/use-recorded.ts'
import { useTexts } from '../texts/index.tsx'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './changes.module.css'

interface Change {
  readonly Field: string
  readonly Before: unknown
  readonly After: unknown
}

export const changesIn = (row: Row): readonly Change[] => (Array.isArray(row.Changes) ? (row.Changes as Change[]) : [])

/** The field that a change names: by its path, or by the key that a reference is written with. */
const fieldOf = (fields: EntityFields, name: string): Field | undefined =>
  fields.of(name) ?? fields.all.find(({ writeAs }) => writeAs === name)

interface ChangesProps {
  readonly entity: string
  readonly changes: readonly Change[]
  /** The record that values are put back into; null where they are only shown. */
  readonly recordKey: string | null
}

export function Changes({ entity, changes, recordKey }: ChangesProps) {
  const { data: fields } = useFields(entity)
  if (!fields) return null
  return (
    <ul className={classes.changes}>
      {changes.map(change => {
        const field = fieldOf(fields, change.Field)
        return (
          <li key={change.Field} className={classes.change}>
            {field ? (
              <FieldChange field={field} change={change} recordKey={recordKey} />
            ) : (
              <Values label={change.Field} before={plainText(change.Before)} after={plainText(change.After)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The changes of what has no fields in Schema: a field itself, or a setting. */
export function PlainChanges({ changes }: Pick<ChangesProps, 'changes'>) {
  const { labels, setup } = useTexts()
  const { issuer, clientId, clientSecret, claim, only, trustEmail, groupsClaim } = setup.sso
  const words: Readonly<Record<string, string>> = {
    ...labels,
    ...{
      Issuer: issuer,
      ClientId: clientId,
      HasSecret: clientSecret,
      Claim: claim,
      Only: only,
      TrustEmail: trustEmail,
      GroupsClaim: groupsClaim,
    },
  }
  return (
    <ul className={classes.changes}>
      {changes.map(({ Field: name, Before, After }) => (
        <li key={name} className={classes.change}>
          <Values label={words[name] ?? name} before={plainText(Before)} after={plainText(After)} />
        </li>
      ))}
    </ul>
  )
}

const plainText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function FieldChange({ field, change, recordKey }: { field: Field; change: Change; recordKey: string | null }) {
  const t = useTexts().record.timeline
  const edit = useFieldEdit()
  const [before, after] = useRecorded(field, [change.Before, change.After])
  const { text, Editor } = kindOf(field)
  const putBack = async (): Promise<void> => {
    const [problem] = await edit(recordKey ?? '', field, before)
    if (problem) showFailure(new Error(problem.message))
  }
  return (
    <>
      <Values label={field.label} before={text(before, field)} after={text(after, field)} />
      {recordKey !== null && field.writable && Editor && (
        <IconButton
          {...hint(t.putBack)}
          size={22}
          className={classes.back}
          aria-label={`${t.putBack}: ${field.label}`}
          onClick={() => void putBack()}
        >
          <Icon name="undo" size={13} />
        </IconButton>
      )}
    </>
  )
}

function Values({ label, before, after }: { label: string; before: string; after: string }) {
  const t = useTexts().record.timeline
  return (
    <span className={classes.values}>
      <span className={classes.label}>{label}</span>
      {before !== '' && (
        <>
          <del className={classes.before}>{before}</del>
          <span className={classes.arrow} role="img" aria-label={t.to}>
            →
          </span>
        </>
      )}
      {after === '' ? <em className={classes.nothing}>{t.nothing}</em> : <ins className={classes.after}>{after}</ins>}
    </span>
  )
}
