// Registers the keys of a record's page, and finds the records to which j and k lead.
import { useMemo } from 'react'
import type { Row } from '../api/envelope.ts'
import { textOf } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { Rights } from '../fields/rights.ts'
import { type Shortcut, useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import type { Neighbours } from '../ui/addresses/neighbours.ts'
import { recordPath } from '../ui/addresses/paths.ts'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import type { ComposerForm } from './composed.ts'
import type { RecordKind } from './kinds.ts'
import { useNeighbours } from './use-neighbours.ts'

export interface RecordParts {
  readonly kind: RecordKind
  readonly recordKey: string
  readonly record: Row
  readonly rights: Rights
  readonly name: string
  readonly onCompose: (what: ComposerForm) => void
  readonly onFiles: (files: readonly File[]) => void
}

export const uploadInput = 'record-upload'

/** Moves the record into the recycle bin; the page then says so and offers to restore it. */
export function useDelete({ kind, recordKey, name }: RecordParts): () => void {
  const { writer } = useWorkspace()
  const t = useTexts().record
  return () => void writer.remove(kind.entity, [recordKey], t.deleted(name)).catch(showFailure)
}

export function useRecordKeys(parts: RecordParts): Neighbours {
  const { kind, recordKey, record, rights, onCompose } = parts
  const t = useTexts().record
  const go = useGo()
  const neighbours = useNeighbours(kind, recordKey, record)
  const remove = useDelete(parts)
  const mail = textOf(record.Email)
  const open = (key: string | null): void => {
    const path = key === null ? null : recordPath(kind.entity, key)
    if (path !== null) go(path, { search: Object.fromEntries(new URLSearchParams(location.search)), replace: true })
  }
  const shortcuts: (Shortcut & { when: boolean })[] = [
    { when: true, keys: 'j', label: t.next, run: () => open(neighbours.next), repeats: true },
    { when: true, keys: 'k', label: t.previous, run: () => open(neighbours.previous), repeats: true },
    { when: rights.update, keys: 'e', label: t.editFirst, run: editFirst },
    { when: kind.interactionsBy !== undefined, keys: 'c', label: t.actions.call, run: () => onCompose('call') },
    { when: kind.takesNotes === true, keys: 'n', label: t.actions.note, run: () => onCompose('note') },
    { when: kind.tasksBy !== undefined, keys: 't', label: t.actions.task, run: () => onCompose('task') },
    { when: mail !== '', keys: 'm', label: t.actions.mail, run: () => location.assign(`mailto:${mail}`) },
    {
      when: kind.takesNotes === true,
      keys: 'u',
      label: t.actions.upload,
      run: () => document.getElementById(uploadInput)?.click(),
    },
    { when: rights.delete, keys: '#', label: t.delete, run: remove },
  ]
  // The actions are new with every render: the list is made anew when one of them would do something else.
  const state = JSON.stringify([recordKey, neighbours, mail, shortcuts.map(({ when }) => when)])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useShortcuts(useMemo(() => shortcuts.filter(({ when }) => when), [state, t]))
  return neighbours
}

/** Begins to edit the first field of the details. */
function editFirst(): void {
  document.querySelector<HTMLElement>('#details [data-edit]')?.click()
}
