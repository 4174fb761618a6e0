// Asks which identity provider a new token is for, and how long it is to work.
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useKeptDraft } from '../api/use-draft.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { FormDrawer, useSending } from '../fields/form-drawer.tsx'
import { useTexts } from '../texts/index.tsx'

interface ProviderTokenProps {
  readonly path: string
  readonly onClose: () => void
  readonly onMade: (secret: string) => void
}

/** Of a new token: in days, or until it is revoked. */
const lifetimes = ['90', '365', '730', 'forever'] as const

export function ProviderToken({ path, onClose, onMade }: ProviderTokenProps) {
  const words = useTexts().setup.provisioning
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const sending = useSending()
  const draft = useKeptDraft('token of a provider', { name: '', lifetime: '365' })
  const { name, lifetime } = draft.value
  const make = (): Promise<void> =>
    sending.send(async () => {
      const Days = lifetime === 'forever' ? null : Number(lifetime)
      const { Token } = await api.send<{ Token: string }>('POST', path, { Name: name, Days })
      onMade(Token)
      await queries.invalidateQueries({ queryKey: ['Get'] })
      draft.drop()
      onClose()
    })
  return (
    <FormDrawer
      title={words.make}
      submit={words.make}
      sending={sending}
      isPlaced={({ path: at }) => at === 'Name'}
      onSubmit={() => void make()}
      onClose={onClose}
      draft={draft}
    >
      <TextInput
        data-autofocus
        required
        label={words.name}
        description={words.nameHint}
        placeholder={words.nameExample}
        value={name}
        error={sending.at(/^Name$/)}
        onChange={event => draft.change({ name: event.currentTarget.value })}
      />
      <Select
        label={words.works}
        allowDeselect={false}
        value={lifetime}
        onChange={value => value && draft.change({ lifetime: value })}
        data={lifetimes.map(value => ({
          value,
          label: value === 'forever' ? words.forever : words.days(Number(value)),
        }))}
      />
    </FormDrawer>
  )
}
