// Does what a person may ask of an administrator: hands over everything of them as a file, or erases them.
import { notifications } from '@mantine/notifications'
import { envelope } from '../api/envelope.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { sizeText } from '../ui/display/size-text.ts'
import { useProgress } from '../ui/frame/use-progress.ts'
import { saveFile } from '../ui/save-file.ts'
import { countsText, type Erasure } from './person.ts'
import type { RecordParts } from './use-record-keys.ts'

type PersonParts = Pick<RecordParts, 'kind' | 'recordKey' | 'name'>

/** Saves the archive of everything of the person. */
export function useArchive({ recordKey: Key, name }: PersonParts): () => void {
  const { api, session } = useWorkspace()
  const t = useTexts().record.person
  const run = useProgress()
  return () =>
    void run(t.archiving, async progress => {
      const file = await api.exportFile('export/v1/person', { Key }, bytes =>
        progress(sizeText(bytes, session.culture)),
      )
      saveFile(file, `${name}.zip`)
    })
}

/** Erases the person, leaves the record, and says what went; a refusal is thrown. */
export function useErase({ kind, recordKey: Key, name }: PersonParts): () => Promise<void> {
  const { api, feed, session } = useWorkspace()
  const { record, entities, audit } = useTexts()
  const t = record.person
  const go = useGo()
  const names: Readonly<Record<string, { readonly one: string }>> = entities
  const kinds: Readonly<Record<string, string>> = { ...audit.kinds, ...t.kinds }
  const listed = (counts: Readonly<Record<string, number>>): string =>
    countsText(counts, entity => names[entity]?.one ?? kinds[entity] ?? entity, session.culture)
  return async () => {
    const body = envelope({ [kind.entity]: { Data: { Key } } })
    const answer = await api.call<Record<string, { readonly Data: Erasure }>>('Erase', body)
    const { Erased = {}, TakenOutOf } = answer[kind.entity]?.Data ?? {}
    go(kind.list)
    feed.announce(Object.keys({ ...Erased, ...TakenOutOf }).map(entity => ({ entity, key: null })))
    notifications.show({
      title: t.erased(name),
      message: t.gone(listed(Erased)) + (TakenOutOf ? ` ${t.takenOutOf(listed(TakenOutOf))}` : ''),
      autoClose: false,
    })
  }
}
