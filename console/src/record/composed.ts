// Names what can be added to a record, the drafts of these forms, and when a call was.
import type { Row } from '../api/envelope.ts'
import { memberText } from '../fields/field.ts'
import { momentOf } from '../fields/parts/zone.ts'
import { type RecordKind, typeOf } from './kinds.ts'

export type ComposerForm = 'call' | 'note' | 'task'

export const draftIds = (recordKey: string): Readonly<Record<ComposerForm, string>> => ({
  call: `call ${recordKey}`,
  note: `note ${recordKey}`,
  task: `task ${recordKey}`,
})

/** When a call began and how long it took, by the clock of the person; without a time it was just now. */
export const whenOf = (wall: string, minutes: string, zone: string): Row => ({
  ...(wall === '' ? {} : { StartDate: momentOf(wall, zone) }),
  ...(minutes === '' ? {} : { Duration: Number(minutes) }),
})

/** The company whose contacts can have been on the phone: the record itself, or its client. */
export function companyOf({ entity }: RecordKind, recordKey: string, record: Row): string {
  if (entity === 'AbEntry') return typeOf(record) === 'Company' ? recordKey : ''
  return memberText(record.AbEntry, 'Key')
}

/** The participants of an interaction, with a contact beside the company. */
export function withContact({ AbEntryKey, ...about }: Row, contact: string): Row {
  return { ...about, AbEntries: [...(AbEntryKey === undefined ? [] : [AbEntryKey]), contact] }
}
