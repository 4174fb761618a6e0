// Names what can be added to a record, and the drafts of these forms.

export type ComposerForm = 'call' | 'note' | 'task'

export const draftIds = (recordKey: string): Readonly<Record<ComposerForm, string>> => ({
  call: `call ${recordKey}`,
  note: `note ${recordKey}`,
  task: `task ${recordKey}`,
})
