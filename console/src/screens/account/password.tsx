// Changes the person's own password: the old one proves who asks, and the rules of the server stand at the field.
import { Button, PasswordInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signInAddress } from '../../api/client.ts'
import { type Problem, problemsOf } from '../../api/errors.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import classes from './account.module.css'

const nothing = { OldPassword: '', NewPassword: '' }
type Name = keyof typeof nothing

export function Password() {
  const { account } = useTexts()
  const words = account.password
  const { api, session } = useWorkspace()
  const queries = useQueryClient()
  const [values, setValues] = useState(nothing)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [isSending, setSending] = useState(false)
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    setProblems([])
    try {
      await api.replaceSession('auth/v1/password', values)
      setValues(nothing)
      notifications.show({ message: words.changed })
      await queries.invalidateQueries({ queryKey: ['Get'] })
    } catch (error) {
      const own = problemsOf(error).filter(({ path }) => path in nothing)
      setProblems(own)
      if (own.length === 0) showFailure(error)
    } finally {
      setSending(false)
    }
  }
  const input = (name: Name) => ({
    required: true,
    value: values[name],
    error:
      problems
        .filter(({ path }) => path === name)
        .map(({ message }) => message)
        .join(' ') || null,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues(old => ({ ...old, [name]: value }))
    },
  })
  return (
    <form className={classes.password} onSubmit={event => void change(event)}>
      <PasswordInput label={words.old} autoComplete="current-password" {...input('OldPassword')} />
      <PasswordInput
        label={words.next}
        description={words.rules}
        autoComplete="new-password"
        minLength={8}
        {...input('NewPassword')}
      />
      <div className={classes.passwordEnd}>
        <Button type="submit" loading={isSending}>
          {words.change}
        </Button>
        <span>
          {words.forgotten} <a href={signInAddress(session.database, { fresh: true })}>{words.byMail}</a>
        </span>
      </div>
    </form>
  )
}
