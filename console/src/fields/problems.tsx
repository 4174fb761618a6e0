// Lists what the server found wrong with a value, with its suggestion as a button.
import { Button } from '@mantine/core'
import type { Problem } from '../api/errors.ts'
import { useTexts } from '../texts/index.tsx'
import styles from './fields.module.css'

interface Props {
  readonly id?: string
  readonly problems: readonly Problem[]
  onSuggestion?(text: string, problem: Problem): void
}

export function ProblemList({ id, problems, onSuggestion }: Props) {
  const t = useTexts().fields
  if (problems.length === 0) return null
  return (
    // Spans, since the error of an input is a paragraph.
    <span id={id} role="alert" className={styles.problems}>
      {problems.map(problem => (
        <span key={problem.path + problem.message}>
          <span>{besideField(problem, t.thisValue)}</span>
          {problem.suggestion !== null && onSuggestion && (
            <Button
              variant="light"
              size="compact-xs"
              // The editor is left otherwise before the click arrives.
              onMouseDown={event => event.preventDefault()}
              onClick={() => onSuggestion(problem.suggestion ?? '', problem)}
            >
              {t.takeSuggestion(problem.suggestion)}
            </Button>
          )}
        </span>
      ))}
    </span>
  )
}

/** A message that begins with its path, without the path: beside the field the path says nothing new. */
function besideField({ path, message }: Problem, thisValue: string): string {
  if (path === '' || !message.startsWith(path)) return message
  const rest = message.slice(path.length)
  const [index] = /^(\[\d+\])?: /.exec(rest) ?? []
  return index === undefined ? thisValue + rest : rest.slice(index.length)
}
