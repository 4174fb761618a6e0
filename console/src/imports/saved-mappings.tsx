// Uses a mapping that was saved under a name, saves the one on the screen, and deletes saved ones.
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { hint } from '../ui/controls/hint.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './columns.module.css'
import type { ImportDetails } from './import.ts'
import { type Mapping, mappingBody, mappingFrom } from './mapping.ts'

type SavedMapping = Readonly<Record<string, unknown>> & { readonly name: string }

const path = 'import/v1/mappings'

interface Props {
  readonly found: ImportDetails
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

export function SavedMappings({ found, mapping, onChange }: Props) {
  const { columns: t } = useTexts().imports
  const { data } = useGet<{ readonly mappings: readonly SavedMapping[] }>(path, { title: t.saved })
  const [chosen, setChosen] = useState('')
  const [isNaming, setNaming] = useState(false)
  const { save, remove } = useSaving()
  const saved = data?.mappings ?? []
  const choose = (name: string): void => {
    setChosen(name)
    const kept = saved.find(one => one.name === name)
    if (kept) onChange(mappingFrom(kept, found.columns))
  }
  if (isNaming)
    return (
      <NameForm
        first={chosen}
        onCancel={() => setNaming(false)}
        onName={async name => {
          if (!(await save(name, mapping))) return
          setChosen(name)
          setNaming(false)
        }}
      />
    )
  return (
    <div className={classes.saved}>
      {saved.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t.chooseSaved}
          value={chosen}
          onChange={event => choose(event.currentTarget.value)}
          data={[{ value: '', label: t.chooseSaved }, ...saved.map(({ name }) => ({ value: name, label: name }))]}
        />
      )}
      {saved.some(({ name }) => name === chosen) && (
        <IconButton
          {...hint(t.removeSaved(chosen))}
          aria-label={t.removeSaved(chosen)}
          onClick={() => {
            void remove(chosen)
            setChosen('')
          }}
        >
          <Icon name="bin" />
        </IconButton>
      )}
      <Button variant="default" onClick={() => setNaming(true)}>
        {t.saveAs}
      </Button>
    </div>
  )
}

/** Both say what was done; a refusal is shown, and `save` then gives false. */
function useSaving() {
  const { columns: t } = useTexts().imports
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const act = async (message: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      await queries.invalidateQueries({ queryKey: ['Get', path] })
      notifications.show({ message })
      return true
    } catch (error) {
      showFailure(error)
      return false
    }
  }
  const of = (name: string): string => `${path}/${encodeURIComponent(name)}`
  return {
    save: (name: string, mapping: Mapping) =>
      act(t.mappingSaved(name), () => api.send('PUT', of(name), mappingBody(mapping))),
    remove: (name: string) => act(t.mappingRemoved(name), () => api.send('DELETE', of(name))),
  }
}

interface NameFormProps {
  readonly first: string
  readonly onName: (name: string) => void
  readonly onCancel: () => void
}

function NameForm({ first, onName, onCancel }: NameFormProps) {
  const { imports, ui } = useTexts()
  const [name, setName] = useState(first)
  return (
    <form
      className={classes.saved}
      onSubmit={event => {
        event.preventDefault()
        if (name.trim() !== '') onName(name.trim())
      }}
    >
      <TextInput
        size="xs"
        autoFocus
        maxLength={100}
        aria-label={imports.columns.mappingName}
        placeholder={imports.columns.mappingName}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') onCancel()
        }}
      />
      <Button type="submit">{ui.save}</Button>
      <Button variant="default" onClick={onCancel}>
        {ui.cancel}
      </Button>
    </form>
  )
}
