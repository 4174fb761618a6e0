// Frames the forms by which something is added to a record: their buttons and keys, and what the server found wrong.
import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { Row } from '../api/envelope.ts'
import type { Problem } from '../api/errors.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useSending } from '../fields/form-drawer.tsx'
import { ProblemList } from '../fields/problems.tsx'
import { useTexts } from '../texts/index.tsx'
import classes from './composer.module.css'

/** Creates a record, and keeps what the server found wrong with it. */
export function useCreate(onDone: () => void) {
  const { writer } = useWorkspace()
  const { send, problems, isSending } = useSending()
  const create = (entity: string, data: Row, label: string): Promise<void> =>
    send(async () => {
      await writer.create(entity, data, label)
      onDone()
    })
  return { create, problems, isSending }
}

interface FrameProps {
  readonly save: string
  readonly isSending: boolean
  readonly problems: readonly Problem[]
  readonly onSave: () => void
  /** What was typed stays for the next time. */
  readonly onDone: () => void
  readonly onCancel: () => void
  readonly options?: ReactNode
  /** Another way to save. */
  readonly also?: { readonly label: string; readonly run: () => void } | undefined
  readonly children: ReactNode
}

export function Frame({ save, isSending, problems, onSave, onDone, onCancel, options, also, children }: FrameProps) {
  const { ui, record: t } = useTexts()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onDone()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      className={classes.composer}
      aria-label={t.composer.label}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
      <ProblemList id={id} problems={problems} />
      <div className={classes.foot}>
        <div className={classes.options}>{options}</div>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {ui.cancel}
        </Button>
        {also && (
          <Button variant="default" disabled={isSending} onClick={also.run}>
            {also.label}
          </Button>
        )}
        <Button type="submit" loading={isSending}>
          {save}
        </Button>
      </div>
    </form>
  )
}

/** Ends a form whose values were sent, or are wanted no more. */
export function giveUp(draft: { drop(): void }, onDone: () => void): void {
  draft.drop()
  onDone()
}
