// Asks for the name and the addresses of an application, and sends them.
import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { type Body, envelope } from '../api/envelope.ts'
import { useKeptDraft } from '../api/use-draft.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { Act, FormDrawer, type Sending, useSending } from '../fields/form-drawer.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import type { Secret } from '../ui/controls/secret-once.tsx'

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
function useWrite() {
  const { api, feed } = useWorkspace()
  return async (operation: 'Create' | 'Update', data: Body, options: Body = {}) => {
    const body = envelope({ Application: { Data: data, Options: options } })
    const answer = await api.call(operation, body)
    feed.announce([{ entity: 'Application', key: null }])
    return (answer.Application as { Data: { ClientId?: string; ClientSecret?: string } }).Data
  }
}

const secretsOf = (words: { clientId: string; secret: string }, id: string, secret?: string): readonly Secret[] => [
  { label: words.clientId, value: id },
  ...(secret === undefined ? [] : [{ label: words.secret, value: secret }]),
]

const draftOf = (application: ApplicationRow | null) => ({
  name: application?.Name ?? '',
  uris: application ? [application.RedirectUri, ...(application.MoreRedirectUris ?? [])].join('\n') : '',
  isPublic: application?.Public.Value ?? false,
  allowS256: application?.AllowS256.Value ?? false,
  /** A draft that was kept does not overwrite what others have changed since. */
  version: application?.Version,
})

export function ApplicationForm({ application, onClose, onSecret }: ApplicationFormProps) {
  const { developers, ui } = useTexts()
  const words = developers.applications
  const write = useWrite()
  const sending = useSending()
  const draft = useKeptDraft(`application ${application?.Key ?? 'new'}`, draftOf(application))
  const { change, value } = draft
  const { name, uris, isPublic, allowS256, version } = value
  const save = (): Promise<void> =>
    sending.send(async () => {
      const [first = '', ...more] = linesOf(uris)
      const data = { Name: name, RedirectUri: first, MoreRedirectUris: more, AllowS256: allowS256 }
      if (application) await write('Update', { Key: application.Key, Version: version, ...data })
      else {
        const made = await write('Create', { Key: null, Public: isPublic, ...data })
        onSecret(secretsOf(words, made.ClientId ?? '', made.ClientSecret))
      }
      draft.drop()
      onClose()
    })
  return (
    <FormDrawer
      title={application ? words.edit : words.make}
      submit={application ? ui.save : words.make}
      sending={sending}
      isPlaced={({ path }) => /\.(Name|RedirectUri|MoreRedirectUris)/.test(path)}
      onSubmit={() => void save()}
      onClose={onClose}
      draft={draft}
      below={application && <Ends application={application} sending={sending} onClose={onClose} onSecret={onSecret} />}
    >
      <TextInput
        data-autofocus
        required
        label={words.name}
        description={words.nameHint}
        value={name}
        error={sending.at(/\.Name/, suggestion => change({ name: suggestion }))}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <Textarea
        required
        label={words.uris}
        description={words.urisHint}
        placeholder="https://app.example.com/callback"
        value={uris}
        error={sending.at(/RedirectUri/, suggestion =>
          // The server would take the same address by https.
          change({ uris: uris.replace(suggestion.replace(/^https/, 'http'), suggestion) }),
        )}
        spellCheck={false}
        classNames={{ input: 'code' }}
        onChange={event => change({ uris: event.currentTarget.value })}
      />
      <Switch
        label={words.public}
        description={words.publicHint}
        checked={isPublic}
        disabled={application !== null}
        onChange={event => change({ isPublic: event.currentTarget.checked })}
      />
      <Switch
        label={words.s256}
        description={words.s256Hint}
        checked={allowS256}
        onChange={event => change({ allowS256: event.currentTarget.checked })}
      />
    </FormDrawer>
  )
}

interface EndsProps extends Omit<ApplicationFormProps, 'application'> {
  readonly application: ApplicationRow
  readonly sending: Sending
}

/** What ends the secret, or the application. */
function Ends({ application, sending, onClose, onSecret }: EndsProps) {
  const { applications: words } = useTexts().developers
  const { writer } = useWorkspace()
  const write = useWrite()
  const { Key, Name, ClientId } = application
  const rotate = (): Promise<void> =>
    sending.send(async () => {
      const { ClientSecret } = await write('Update', { Key }, { NewSecret: true })
      onSecret(secretsOf(words, ClientId, ClientSecret))
      onClose()
    })
  const remove = (): Promise<void> =>
    sending.send(async () => {
      await writer.remove('Application', [Key], words.removed(Name))
      onClose()
    })
  return (
    <>
      {!application.Public.Value && (
        <Act hint={words.rotateHint}>
          <ConfirmButton label={words.rotate} onConfirm={() => void rotate()} />
        </Act>
      )}
      <Act hint={words.removeHint}>
        <Button variant="default" color="red" onClick={() => void remove()}>
          {words.remove}
        </Button>
      </Act>
    </>
  )
}
