// Lists in the menu of a record what a person may ask of an administrator.
import { Menu } from '@mantine/core'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { useArchive } from './use-person.ts'
import type { RecordParts } from './use-record-keys.ts'

export function PersonItems({ onErase, ...parts }: RecordParts & { onErase: () => void }) {
  const t = useTexts().record.person
  const archive = useArchive(parts)
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={archive}>
        {t.everything}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<Icon name="warning" size={14} />} onClick={onErase}>
        {t.erase}
      </Menu.Item>
    </>
  )
}
