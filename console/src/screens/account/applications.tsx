// Lists the applications that may act for the person, each with a button that ends that.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { showFailure } from '../../ui/undo-notices.tsx'
import classes from './account.module.css'

interface Grant {
  readonly Id: string
  readonly Application: string
  readonly Scope: string
  readonly Created: string
  readonly LastUsed: string
}

const queryKey = ['grants']

export function Applications() {
  const { account } = useTexts()
  const { api } = useWorkspace()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<{ Grants: readonly Grant[] }>('auth/v1/grants', signal)).Grants,
  })
  const revoke = (id: string): void => {
    api
      .send('DELETE', `auth/v1/grants/${id}`)
      .then(() => queries.invalidateQueries({ queryKey }))
      .catch(showFailure)
  }
  return (
    <>
      <p className={classes.hint}>{account.applications.hint}</p>
      <Loaded query={query}>
        {grants =>
          grants.length === 0 ? (
            <Empty icon="key" title={account.applications.none} />
          ) : (
            <SimpleTable
              label={account.tabs.applications}
              rows={grants}
              keyOf={({ Id }) => Id}
              columns={[
                { title: account.applications.name, cell: ({ Application }) => <strong>{Application}</strong> },
                { title: account.applications.scope, cell: ({ Scope }) => <code>{Scope}</code> },
                { title: account.applications.since, cell: ({ Created }) => <Moment iso={Created} /> },
                { title: account.applications.used, cell: ({ LastUsed }) => <Moment iso={LastUsed} /> },
                {
                  title: '',
                  align: 'right',
                  cell: ({ Id }) => <ConfirmButton label={account.applications.revoke} onConfirm={() => revoke(Id)} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </>
  )
}
