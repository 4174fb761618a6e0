// Chooses what a timeline shows.
import { UnstyledButton } from '@mantine/core'
import { useTexts } from '../texts/index.tsx'
import type { RecordKind } from './kinds.ts'
import { type TimelineKind, timelineKinds } from './timeline.tsx'
import classes from './timeline-filter.module.css'

interface TimelineFilterProps {
  readonly kind: RecordKind
  readonly value: TimelineKind
  readonly onChange: (value: TimelineKind) => void
}

/** Whether things of a kind can happen with such a record. */
function happens(kind: RecordKind, what: TimelineKind): boolean {
  if (what === 'interactions') return kind.interactionsBy !== undefined
  if (what === 'notes' || what === 'documents') return kind.takesNotes === true
  if (what === 'stages')
    return kind.lists.includes('opportunities') || kind.order === 'CloseDate' || kind.entity === 'Lead'
  return true
}

export function TimelineFilter({ kind, value, onChange }: TimelineFilterProps) {
  const { timeline: t } = useTexts().record
  const offered = timelineKinds.filter(what => happens(kind, what))
  if (offered.length <= 2) return null
  return (
    <fieldset aria-label={t.filter} className={classes.filter}>
      {offered.map(what => (
        <UnstyledButton
          key={what}
          className={classes.pill}
          aria-pressed={what === value}
          onClick={() => onChange(what)}
        >
          {t[what]}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
