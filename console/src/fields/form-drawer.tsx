// Asks for something in a drawer, sends it, and shows what the server refuses.
import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Problem, problemsOf } from '../api/errors.ts'
import { useTexts } from '../texts/index.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'
import classes from './form-drawer.module.css'
import { ProblemList } from './problems.tsx'

export interface Sending {
  readonly isSending: boolean
  readonly problems: readonly Problem[]
  /** Does the work, and keeps what the server found wrong with it. */
  readonly send: (work: () => Promise<void>) => Promise<void>
  /** What is wrong with the fields whose paths match, as the error of an input; null when nothing is. */
  readonly at: (path: RegExp, take?: (suggestion: string, problem: Problem) => void) => ReactNode
}

export function useSending(): Sending {
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [isSending, setSending] = useState(false)
  const send = async (work: () => Promise<void>): Promise<void> => {
    setSending(true)
    setProblems([])
    try {
      await work()
    } catch (error) {
      if (problemsOf(error).length > 0) setProblems(problemsOf(error))
      else showFailure(error)
    } finally {
      setSending(false)
    }
  }
  const at: Sending['at'] = (pattern, take) => {
    const found = problems.filter(({ path }) => pattern.test(path))
    const settle = (suggestion: string, problem: Problem): void => {
      take?.(suggestion, problem)
      setProblems(problems.filter(other => other !== problem))
    }
    return found.length === 0 ? null : <ProblemList problems={found} {...(take ? { onSuggestion: settle } : {})} />
  }
  return { isSending, problems, send, at }
}

interface FormDrawerProps {
  readonly title: string
  /** What the button says that sends the form. */
  readonly submit: string
  readonly sending: Sending
  /** Whether a problem is shown at its field; the others stand above the form. */
  readonly isPlaced: (problem: Problem) => boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** Who closes the form finds what was typed when it is opened again; who cancels it does not. */
  readonly draft: { drop(): void }
  /** What stands below the form: acts that end what it is about. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

export function FormDrawer(props: FormDrawerProps) {
  const { title, submit, sending, isPlaced, onSubmit, onClose, draft, below, children } = props
  const { ui } = useTexts()
  const cancel = (): void => {
    draft.drop()
    onClose()
  }
  return (
    <Drawer opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': ui.close }}>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <ProblemList problems={sending.problems.filter(problem => !isPlaced(problem))} />
        {children}
        <div className={classes.buttons}>
          <Button variant="default" onClick={cancel}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={sending.isSending}>
            {submit}
          </Button>
        </div>
      </form>
      {below && <section className={classes.below}>{below}</section>}
    </Drawer>
  )
}

/** Check boxes beside each other. */
export function Checks({ children }: { children: ReactNode }) {
  return <div className={classes.checks}>{children}</div>
}

/** An act below a form, with what it means. */
export function Act({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className={classes.act}>
      <p>{hint}</p>
      {children}
    </div>
  )
}
