// Names what can be added to a record, and the drafts of these forms.

export type Composed = 'call' | 'note' | 'task'

export const draftIds = (recordKey: string): Readonly<Record<Composed, string>> => ({
  call: `call ${recordKey}`,
  note: `note ${recordKey}`,
  task: `task ${recordKey}`,
})
