// Asks for the name and the addresses of an application, and sends them.
import { Button, Drawer, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Body, envelope } from '../api/envelope.ts'
import { ApiError, type Problem } from '../api/errors.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import type { Secret } from '../ui/secret-once.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import classes from './developers.module.css'

export interface ApplicationRow {
  readonly Key: string
  readonly Name: string
  readonly ClientId: string
  readonly RedirectUri: string
  readonly MoreRedirectUris: readonly string[] | null
  readonly Public: { readonly Value: boolean }
  readonly AllowS256: { readonly Value: boolean }
  readonly Version: number
}

interface ApplicationFormProps {
  /** Null for a new one. */
  readonly application: ApplicationRow | null
  readonly onClose: () => void
  readonly onSecret: (secrets: readonly Secret[]) => void
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** Sends a write whose answer may have a secret, so that it is in no drawer and in no undo. */
function useSend() {
  const { api, feed } = useWorkspace()
  return async (operation: 'Create' | 'Update', data: Body, options: Body = {}) => {
    const body = envelope({ Application: { Data: data, Options: options } })
    const answer = await api.call(operation, body, { idempotencyKey: crypto.randomUUID() })
    feed.announce([{ entity: 'Application', key: null }])
    return (answer.Application as { Data: { ClientId?: string; ClientSecret?: string } }).Data
  }
}

export function ApplicationForm({ application, onClose, onSecret }: ApplicationFormProps) {
  const { developers, ui } = useTexts()
  const words = developers.applications
  const { writer } = useWorkspace()
  const send = useSend()
  const [name, setName] = useState(application?.Name ?? '')
  const [uris, setUris] = useState(
    application ? [application.RedirectUri, ...(application.MoreRedirectUris ?? [])].join('\n') : '',
  )
  const [isPublic, setPublic] = useState(application?.Public.Value ?? false)
  const [allowS256, setAllowS256] = useState(application?.AllowS256.Value ?? false)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [isSending, setSending] = useState(false)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setSending(true)
    setProblems([])
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.problems.length > 0) setProblems(error.problems)
      else showFailure(error)
    } finally {
      setSending(false)
    }
  }
  const secretOf = (ClientSecret: string | undefined, ClientId: string): readonly Secret[] => [
    { label: words.clientId, value: ClientId },
    ...(ClientSecret === undefined ? [] : [{ label: words.secret, value: ClientSecret }]),
  ]
  const save = (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const [first = '', ...more] = linesOf(uris)
    const data = { Name: name, RedirectUri: first, MoreRedirectUris: more, AllowS256: allowS256 }
    return attempt(async () => {
      if (application) await send('Update', { Key: application.Key, Version: application.Version, ...data })
      else {
        const made = await send('Create', { Key: null, Public: isPublic, ...data })
        onSecret(secretOf(made.ClientSecret, made.ClientId ?? ''))
      }
      onClose()
    })
  }
  const rotate = (): Promise<void> =>
    attempt(async () => {
      const { ClientSecret } = await send('Update', { Key: application?.Key }, { NewSecret: true })
      onSecret(secretOf(ClientSecret, application?.ClientId ?? ''))
      onClose()
    })
  const remove = (): Promise<void> =>
    attempt(async () => {
      await writer.remove('Application', [application?.Key ?? ''], words.removed(name))
      onClose()
    })
  const at = (pattern: RegExp): string | null =>
    problems
      .filter(({ path }) => pattern.test(path))
      .map(({ message }) => message)
      .join(' ') || null
  const others = problems.filter(({ path }) => !/\.(Name|RedirectUri|MoreRedirectUris)/.test(path))
  return (
    <Drawer
      opened
      onClose={onClose}
      title={application ? words.edit : words.make}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <form className={classes.form} onSubmit={event => void save(event)}>
        {others.length > 0 && (
          <p role="alert" className={classes.refusal}>
            {others.map(({ message }) => message).join(' ')}
          </p>
        )}
        <TextInput
          data-autofocus
          required
          label={words.name}
          description={words.nameHint}
          value={name}
          error={at(/\.Name/)}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Textarea
          required
          label={words.uris}
          description={words.urisHint}
          placeholder="https://app.example.com/callback"
          value={uris}
          error={at(/RedirectUri/)}
          spellCheck={false}
          classNames={{ input: classes.code }}
          onChange={event => setUris(event.currentTarget.value)}
        />
        <Switch
          label={words.public}
          description={words.publicHint}
          checked={isPublic}
          disabled={application !== null}
          onChange={event => setPublic(event.currentTarget.checked)}
        />
        <Switch
          label={words.s256}
          description={words.s256Hint}
          checked={allowS256}
          onChange={event => setAllowS256(event.currentTarget.checked)}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {application ? ui.save : words.make}
          </Button>
        </div>
      </form>
      {application && (
        <section className={classes.danger}>
          {!isPublic && (
            <div className={classes.dangerLine}>
              <p>{words.rotateHint}</p>
              <ConfirmButton label={words.rotate} onConfirm={() => void rotate()} />
            </div>
          )}
          <div className={classes.dangerLine}>
            <p>{words.removeHint}</p>
            <Button variant="default" color="red" onClick={() => void remove()}>
              {words.remove}
            </Button>
          </div>
        </section>
      )}
    </Drawer>
  )
}
