// Exports the records of a list as a file in the format that a person chooses.
import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { entityOf } from '../../api/envelope.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import type { Column } from '../../table/columns.ts'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../../ui/display/icons.tsx'
import { sizeText } from '../../ui/display/size-text.ts'
import { useProgress } from '../../ui/frame/use-progress.ts'
import { saveFile } from '../../ui/save-file.ts'
import { type ExportedRecords, type ExportFormat, endingOf, exportRequest, formatsOf } from './export.ts'

interface Props {
  readonly records: ExportedRecords
  readonly columns: readonly Column[]
  /** The button that opens the menu. */
  readonly children: ReactElement
}

export function ExportMenu({ records, columns, children }: Props) {
  const { list: t, entities } = useTexts()
  const { api, session } = useWorkspace()
  const run = useProgress()
  const entity = entityOf(records.entity)
  const name = (entities as Readonly<Record<string, { many: string }>>)[entity]?.many ?? entity
  const save = (format: ExportFormat) =>
    run(t.exporting, async progress => {
      const { path, body } = exportRequest(format, records, columns)
      const file = await api.exportFile(path, body, bytes => progress(sizeText(bytes, session.culture)))
      saveFile(file, `${name}.${endingOf[format]}`)
    })
  return (
    <Menu position="bottom-end" withinPortal shadow="lg">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {formatsOf(entity).map(format => (
          <Menu.Item
            key={format}
            leftSection={<Icon name={format === 'vcard' ? 'people' : 'document'} size={14} />}
            onClick={() => void save(format)}
          >
            {t.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
