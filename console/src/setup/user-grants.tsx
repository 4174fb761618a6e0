// Lists what a user has granted to applications, to be revoked, and makes browsers forget the user.
import { Button } from '@mantine/core'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { RevokeButton } from '../ui/controls/revoke-button.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { type AgentWords, agentName } from '../ui/display/user-agent.ts'
import { type Grant, type GrantPage, useChange, useRevoke } from '../ui/grants.ts'
import classes from './setup.module.css'

export function UserGrants({ uid }: { uid: string }) {
  const { setup, account } = useTexts()
  const words = setup.grants
  const { api } = useWorkspace()
  const change = useChange()
  const revoke = useRevoke()
  const query = useGet<GrantPage>(`auth/v1/grants?user=${encodeURIComponent(uid)}`, {
    title: words.title,
  })
  return (
    <section className={classes.grants} aria-label={words.title}>
      <h3>{words.title}</h3>
      <Loaded query={query}>
        {({ Grants }) =>
          Grants.length === 0 ? (
            <Empty small title={words.none} />
          ) : (
            <SimpleTable
              label={words.title}
              rows={Grants}
              keyOf={({ Id }) => Id}
              columns={[
                { title: words.application, cell: grant => nameOf(grant, account.session) },
                { title: words.lastUsed, cell: ({ LastUsed }) => <Moment iso={LastUsed} /> },
                {
                  title: words.action,
                  align: 'right',
                  cell: ({ Id }) => <RevokeButton label={words.revoke} onRevoke={reason => revoke(Id, reason)} />,
                },
              ]}
            />
          )
        }
      </Loaded>
      <Button
        variant="default"
        mt="sm"
        onClick={() => void change(api.send('POST', 'auth/v1/forget-browsers', { User: uid }))}
      >
        {words.forget}
      </Button>
    </section>
  )
}

/** A session is known by its browser. */
const nameOf = ({ Kind, Application, Agent }: Grant, words: AgentWords): string =>
  Kind === 'session' ? `${Application}, ${agentName(Agent, words)}` : Application
