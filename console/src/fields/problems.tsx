// Lists what the server found wrong with a value, with its suggestion as a button.
import { Button } from '@mantine/core'
import type { Problem } from '../api/errors.ts'
import { useTexts } from '../texts/index.tsx'
import styles from './fields.module.css'

interface Props {
  readonly id?: string
  readonly problems: readonly Problem[]
  onSuggestion?(text: string): void
}

export function ProblemList({ id, problems, onSuggestion }: Props) {
  const t = useTexts().fields
  if (problems.length === 0) return null
  return (
    <div id={id} role="alert" className={styles.problems}>
      {problems.map(({ path, message, suggestion }) => (
        <div key={path + message}>
          {/* The server names the whole path; beside the field it says nothing new. */}
          <span>{path === '' ? message : message.replace(path, t.thisValue)}</span>
          {suggestion !== null && onSuggestion && (
            <Button
              variant="light"
              size="compact-xs"
              // The editor is left otherwise before the click arrives.
              onMouseDown={event => event.preventDefault()}
              onClick={() => onSuggestion(suggestion)}
            >
              {t.takeSuggestion(suggestion)}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
