// Sets up SCIM: the address for the provider, its tokens, and who takes over the records of people who leave.
import { Button, Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useSending } from '../fields/form-drawer.tsx'
import { ProblemList } from '../fields/problems.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { FreshHint } from '../ui/controls/fresh-hint.tsx'
import { type Secret, SecretOnce } from '../ui/controls/secret-once.tsx'
import { Icon } from '../ui/display/icons.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Section } from '../ui/display/section.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { useChange } from '../ui/grants.ts'
import { AddressLine } from './address-line.tsx'
import { ProviderToken } from './provider-token.tsx'
import classes from './setup.module.css'
import { UserSelect } from './user-select.tsx'

interface Token {
  readonly Id: string
  readonly Name: string
  readonly Created: string
  readonly LastUsed: string | null
  readonly Expires: string | null
}

interface ScimSetup {
  readonly Address: string
  readonly Successor: string | null
  readonly ByManager: boolean
  readonly Tokens: readonly Token[]
}

interface ScimAnswer {
  readonly Scim: ScimSetup
}

const path = 'auth/v1/scim'

export function Provisioning() {
  const { setup } = useTexts()
  const query = useGet<ScimAnswer>(path, { title: setup.areas.provisioning.title })
  return (
    <>
      <FreshHint />
      <Loaded query={query}>
        {({ Scim }) => (
          <>
            <AddressLine label={setup.provisioning.address} address={Scim.Address} />
            <Tokens tokens={Scim.Tokens} />
            <div className={classes.leavers}>
              <Leavers key={`${Scim.Successor} ${Scim.ByManager}`} scim={Scim} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

function Tokens({ tokens }: { tokens: readonly Token[] }) {
  const { account, setup } = useTexts()
  const words = setup.provisioning
  const { api } = useWorkspace()
  const change = useChange()
  const [isMaking, setMaking] = useState(false)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const make = (
    <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setMaking(true)}>
      {words.make}
    </Button>
  )
  return (
    <Section title={words.tokens} aside={make}>
      {tokens.length === 0 ? (
        <Empty small title={words.none} hint={words.noneHint} />
      ) : (
        <SimpleTable
          label={words.tokens}
          rows={tokens}
          keyOf={({ Id }) => Id}
          columns={[
            { title: words.name, cell: ({ Name }) => <strong>{Name}</strong> },
            { title: words.created, cell: ({ Created }) => <Moment iso={Created} /> },
            { title: words.lastUsed, cell: ({ LastUsed }) => (LastUsed ? <Moment iso={LastUsed} /> : words.never) },
            { title: words.expires, cell: ({ Expires }) => <Ending iso={Expires} /> },
            {
              title: account.action,
              align: 'right',
              cell: ({ Id }) => (
                <ConfirmButton
                  label={words.revoke}
                  onConfirm={() => void change(api.send('DELETE', `${path}/tokens/${encodeURIComponent(Id)}`))}
                />
              ),
            },
          ]}
        />
      )}
      {isMaking && (
        <ProviderToken
          path={`${path}/tokens`}
          onClose={() => setMaking(false)}
          onMade={value => setSecrets([{ label: words.secret, value }])}
        />
      )}
      <SecretOnce title={words.made} secrets={secrets} onClose={() => setSecrets(null)} />
    </Section>
  )
}

/** When a token ends, or that it has. */
function Ending({ iso }: { iso: string | null }) {
  const words = useTexts().setup.provisioning
  if (iso === null) return words.forever
  return new Date(iso) > new Date() ? <Moment iso={iso} /> : words.expired
}

function Leavers({ scim }: { scim: ScimSetup }) {
  const { setup, ui } = useTexts()
  const words = setup.provisioning
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const sending = useSending()
  const [successor, setSuccessor] = useState(scim.Successor ?? '')
  const [byManager, setByManager] = useState(scim.ByManager)
  const save = (): Promise<void> =>
    sending.send(async () => {
      const body = { Successor: successor || null, ByManager: byManager }
      queries.setQueryData(['Get', path], await api.send<ScimAnswer>('PUT', path, body))
      notifications.show({ message: words.saved })
    })
  return (
    <Section title={words.leavers}>
      <form
        className={classes.provider}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <p className={classes.description}>{words.leaversHint}</p>
        <ProblemList problems={sending.problems.filter(({ path: at }) => at !== 'Successor')} />
        <UserSelect
          label={words.successor}
          placeholder={words.noSuccessor}
          error={sending.at(/^Successor$/)}
          user={successor}
          onChange={setSuccessor}
        />
        <Checkbox
          label={words.byManager}
          checked={byManager}
          onChange={event => setByManager(event.currentTarget.checked)}
        />
        <div>
          <Button type="submit" loading={sending.isSending}>
            {ui.save}
          </Button>
        </div>
      </form>
    </Section>
  )
}
