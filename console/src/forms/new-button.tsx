// Is the button that opens the form of a new record, named after what it adds.
import { Button } from '@mantine/core'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'

export function NewButton({ entity, onNew }: { entity: string; onNew: () => void }) {
  const title = useNewTitle(entity)
  return (
    <Button size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={onNew}>
      {title}
    </Button>
  )
}

/** `New opportunity`, `Neue Verkaufschance`. */
export function useNewTitle(entity: string): string {
  const { entities, setup } = useTexts()
  const names = (entities as Readonly<Record<string, { one: string; new?: string }>>)[entity]
  return names?.new ?? setup.newOne(names?.one ?? entity)
}
