// Leads from a list to the import of its entity.
import { Button } from '@mantine/core'
import { useTexts } from '../../texts/index.tsx'
import { useGo } from '../../ui/addresses/addresses.ts'
import { hint } from '../../ui/controls/hint.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Icon } from '../../ui/display/icons.tsx'

export function ImportLink({ entity, isLabelled = false }: { entity: string; isLabelled?: boolean }) {
  const { imports: t } = useTexts()
  const go = useGo()
  const open = (): void => go('imports', { search: { entity } })
  if (isLabelled)
    return (
      <Button variant="default" size="compact-sm" leftSection={<Icon name="upload" size={14} />} onClick={open}>
        {t.title}
      </Button>
    )
  return (
    <IconButton {...hint(t.title)} aria-label={t.title} onClick={open}>
      <Icon name="upload" />
    </IconButton>
  )
}
