// Lists what a user has granted to applications, to be revoked, and makes browsers forget the user.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Moment } from '../ui/moment.tsx'
import { SimpleTable } from '../ui/simple-table.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { showFailure } from '../ui/undo-notices.tsx'
import classes from './setup.module.css'

interface Grant {
  readonly Id: string
  readonly Application: string
  readonly Scope: string
  readonly LastUsed: string | null
}

export function UserGrants({ uid }: { uid: string }) {
  const { setup } = useTexts()
  const words = setup.grants
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const query = useGet<{ Grants: readonly Grant[] }>(`auth/v1/grants?user=${encodeURIComponent(uid)}`, {
    title: words.title,
  })
  const attempt = (work: Promise<unknown>): void => {
    work.then(() => queries.invalidateQueries({ queryKey: ['Get'] }), showFailure)
  }
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
                { title: words.application, cell: ({ Application }) => Application },
                { title: words.lastUsed, cell: ({ LastUsed }) => <Moment iso={LastUsed} /> },
                {
                  title: words.action,
                  align: 'right',
                  cell: ({ Id }) => (
                    <ConfirmButton
                      label={words.revoke}
                      onConfirm={() => attempt(api.send('DELETE', `auth/v1/grants/${Id}`))}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <Button
        variant="default"
        mt="sm"
        onClick={() => attempt(api.send('POST', 'auth/v1/forget-browsers', { User: uid }))}
      >
        {words.forget}
      </Button>
    </section>
  )
}
