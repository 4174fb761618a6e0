// Asks what a new token is for, what it may do, and how long it is to work.
import { Button, Modal, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { envelope } from '../../api/envelope.ts'
import { problemsAt } from '../../api/errors.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import classes from './account.module.css'

interface NewTokenProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onMade: (token: string) => void
}

const scopes = ['data.readonly', 'data', 'data webaccess'] as const
const lifetimes = ['1', '7', '30', '90', '365'] as const
const dayMs = 86_400_000

export function NewToken({ opened, onClose, onMade }: NewTokenProps) {
  const { account, ui } = useTexts()
  const { api, feed } = useWorkspace()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<string>(scopes[0])
  const [days, setDays] = useState<string>('30')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    const ExpirationDate = new Date(Date.now() + Number(days) * dayMs).toISOString()
    const body = envelope({ PersonalAccessToken: { Data: { Key: null, Name: name, Scope: scope, ExpirationDate } } })
    try {
      // The answer has a secret, so the request is not kept among those that the drawer shows.
      const answer = await api.call('Create', body)
      onMade((answer.PersonalAccessToken as { Data: { Token: string } }).Data.Token)
      feed.announce([{ entity: 'PersonalAccessToken', key: null }])
      setName('')
      onClose()
    } catch (error) {
      const atName = problemsAt(error, 'Name')[0]
      setProblem(atName?.message ?? null)
      if (!atName) showFailure(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal opened={opened} onClose={onClose} title={account.tokens.make} closeButtonProps={{ 'aria-label': ui.close }}>
      <form className={classes.form} onSubmit={event => void make(event)}>
        <TextInput
          data-autofocus
          required
          label={account.tokens.name}
          placeholder={account.tokens.nameExample}
          value={name}
          error={problem}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Select
          label={account.tokens.scope}
          allowDeselect={false}
          value={scope}
          onChange={value => value && setScope(value)}
          data={scopes.map(value => ({ value, label: account.tokens.scopes[value] }))}
        />
        <Select
          label={account.tokens.works}
          allowDeselect={false}
          value={days}
          onChange={value => value && setDays(value)}
          data={lifetimes.map(value => ({ value, label: account.tokens.days(Number(value)) }))}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {account.tokens.make}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
