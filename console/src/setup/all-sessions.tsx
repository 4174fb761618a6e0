// Lists the sessions and grants of all users of the database, with the reasons why some have ended, and revokes them.
import { Button, Checkbox } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useShownRequest } from '../api/requests.ts'
import { usePublicPath } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { RevokeButton } from '../ui/controls/revoke-button.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { agentName } from '../ui/display/user-agent.ts'
import { GrantScope } from '../ui/grant-scope.tsx'
import { GrantState } from '../ui/grant-state.tsx'
import { type Grant, type GrantPage, useRevoke } from '../ui/grants.ts'
import classes from './setup.module.css'
import { UserSelect } from './user-select.tsx'

const kinds = ['all', 'application', 'session'] as const
const params = { user: textParam<string>(''), ended: choiceParam(['no', 'yes']), kind: choiceParam(kinds) }
const pageSize = 50

/** Whose are shown, of which kind, and whether those that have ended are; the address has all three. */
export function SessionFilter() {
  const words = useTexts().setup.sessions
  const [{ user, ended, kind }, setSearch] = useSearchParams(params)
  return (
    <div className={classes.inBar}>
      <Segments
        label={words.kinds}
        value={kind}
        data={kinds.map(value => ({ value, label: words.kind[value] }))}
        onChange={value => setSearch({ kind: value })}
      />
      <UserSelect user={user} onChange={uid => setSearch({ user: uid })} />
      <Checkbox
        size="xs"
        label={words.ended}
        checked={ended === 'yes'}
        onChange={event => setSearch({ ended: event.currentTarget.checked ? 'yes' : 'no' })}
      />
    </div>
  )
}

export function AllSessions() {
  const { setup } = useTexts()
  const words = setup.sessions
  const { api } = useWorkspace()
  const [{ user, ended, kind }] = useSearchParams(params)
  const asked = {
    ...{ user: user === '' ? '*' : user, ended: String(ended === 'yes'), limit: String(pageSize) },
    ...(kind === 'all' ? {} : { kind }),
  }
  const path = `auth/v1/grants?${new URLSearchParams(asked)}`
  const shownPath = usePublicPath(path)
  useShownRequest({ title: setup.areas.sessions.title, operation: '', body: {}, get: shownPath })
  const query = useInfiniteQuery({
    queryKey: ['Get', path],
    queryFn: ({ pageParam, signal }) =>
      api.get<GrantPage>(pageParam === '' ? path : `${path}&${new URLSearchParams({ after: pageParam })}`, signal),
    initialPageParam: '',
    getNextPageParam: ({ Next }: GrantPage) => Next,
  })
  const revoke = useRevoke()
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <Loading />
  const grants = query.data.pages.flatMap(({ Grants }) => Grants)
  if (grants.length === 0 && !query.hasNextPage) {
    return <Empty icon="key" title={kind !== 'all' ? words.nothing : user === '' ? words.none : words.noneOfUser} />
  }
  return (
    <>
      <SimpleTable
        label={setup.areas.sessions.title}
        rows={grants}
        keyOf={({ Id }) => Id}
        columns={[
          { title: words.user, cell: ({ UserName, User }) => <span title={User}>{UserName}</span> },
          { title: words.what, cell: grant => <Where grant={grant} /> },
          {
            title: words.scope,
            cell: grant => (grant.Kind === 'application' ? <GrantScope grant={grant} /> : null),
          },
          { title: words.since, cell: ({ Created }) => <Moment iso={Created} /> },
          { title: words.lastUsed, cell: ({ LastUsed }) => <Moment iso={LastUsed} /> },
          { title: words.state, cell: grant => <GrantState grant={grant} /> },
          {
            title: words.action,
            align: 'right',
            cell: ({ Id, EndReason, Current }) =>
              EndReason === null &&
              !Current && <RevokeButton label={words.revoke} onRevoke={reason => revoke(Id, reason)} />,
          },
        ]}
      />
      {query.hasNextPage && (
        <Button variant="default" mt="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}

/** The application, or the browser with the console. */
function Where({ grant: { Kind, Application, Agent } }: { grant: Grant }) {
  const { setup, account } = useTexts()
  if (Kind === 'application') {
    return <strong>{Application}</strong>
  }
  return (
    <span title={Agent ?? undefined}>
      {setup.sessions.console}, {agentName(Agent, account.session)}
    </span>
  )
}
