// Names what can be added to a record, the drafts of these forms, and when a call was.
import type { Row } from '../api/envelope.ts'
import { momentOf } from '../fields/parts/zone.ts'

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
