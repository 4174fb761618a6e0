// Downloads the rejected rows as the person's own file, with their reasons.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import { saveFile } from '../ui/save-file.ts'
import { type ImportDetails, importPath, rejectedName } from './import.ts'

export function RejectedButton({ found }: { found: ImportDetails }) {
  const { imports: t } = useTexts()
  const { api } = useWorkspace()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await api.download(`${importPath(found.id)}/rejected`), rejectedName(found))
    } catch (error) {
      showFailure(error)
    }
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={14} />}
      loading={isBusy}
      onClick={() => void save()}
    >
      {t.check.rejected}
    </Button>
  )
}
