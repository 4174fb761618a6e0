// Copies a text, and says so on the button.
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useTexts } from '../../texts/index.tsx'
import { Icon } from '../display/icons.tsx'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { ui } = useTexts()
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
      onClick={() => copy(text)}
    >
      {copied ? ui.copied : label}
    </Button>
  )
}
