// Lists the applications that may act for the person, each with a button that ends that.
import { useGet } from '../../api/use-read.ts'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/controls/confirm-button.tsx'
import { Moment } from '../../ui/display/moment.tsx'
import { SimpleTable } from '../../ui/display/simple-table.tsx'
import { Empty, Loaded } from '../../ui/display/states.tsx'
import { GrantScope } from '../../ui/grant-scope.tsx'
import { type GrantPage, useRevoke } from '../../ui/grants.ts'
import classes from './account.module.css'

export function Applications() {
  const { account } = useTexts()
  const query = useGet<GrantPage>('auth/v1/grants?kind=application', { title: account.tabs.applications })
  const revoke = useRevoke()
  return (
    <>
      <p className={classes.hint}>{account.applications.hint}</p>
      <Loaded query={query}>
        {({ Grants }) => {
          return Grants.length === 0 ? (
            <Empty icon="key" title={account.applications.none} />
          ) : (
            <SimpleTable
              label={account.tabs.applications}
              rows={Grants}
              keyOf={({ Id }) => Id}
              columns={[
                { title: account.applications.name, cell: ({ Application }) => <strong>{Application}</strong> },
                { title: account.applications.scope, cell: grant => <GrantScope grant={grant} /> },
                { title: account.applications.since, cell: ({ Created }) => <Moment iso={Created} /> },
                { title: account.applications.used, cell: ({ LastUsed }) => <Moment iso={LastUsed} /> },
                {
                  title: account.action,
                  align: 'right',
                  cell: ({ Id }) => <ConfirmButton label={account.applications.revoke} onConfirm={() => revoke(Id)} />,
                },
              ]}
            />
          )
        }}
      </Loaded>
    </>
  )
}
