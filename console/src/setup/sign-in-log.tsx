// Lists sign-ins and refused attempts, with proofs, browser and address: those of all users, or one's own.
import { Button, Checkbox } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Body, envelope, type Row, rowsOf, textOf } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Moment } from '../ui/display/moment.tsx'
import { SimpleTable } from '../ui/display/simple-table.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import { agentName } from '../ui/display/user-agent.ts'
import classes from './setup.module.css'
import { UserSelect } from './user-select.tsx'

const params = { user: textParam<string>(''), refused: choiceParam(['no', 'yes']) }
const pageSize = 50

/** Whose are shown, and whether only refused ones are; the address has both. */
export function SignInFilter() {
  const { signInLog } = useTexts().setup
  const [{ user, refused }, setSearch] = useSearchParams(params)
  return (
    <div className={classes.inBar}>
      <UserSelect user={user} onChange={uid => setSearch({ user: uid })} />
      <Checkbox
        size="xs"
        label={signInLog.refusedOnly}
        checked={refused === 'yes'}
        onChange={event => setSearch({ refused: event.currentTarget.checked ? 'yes' : 'no' })}
      />
    </div>
  )
}

export function SignInLog() {
  const [{ user, refused }] = useSearchParams(params)
  const query = {
    ...(user === '' ? {} : { User: { $EQ: { Uid: user } } }),
    ...(refused === 'yes' ? { Outcome: { $EQ: 'Refused' } } : {}),
  }
  return <SignIns title={useTexts().setup.areas['sign-ins'].title} query={query} withUser />
}

const fields = [
  ...['Key', 'Time', 'User', 'Email', 'Outcome', 'Reason', 'Proofs'],
  ...['Application', 'Address', 'Agent', 'NewDevice'],
]

const requestOf = (query: Body, page?: string): Body => ({
  SignIn: {
    Scope: { Fields: { ...Object.fromEntries(fields.map(name => [name, 1])), User: { DisplayValue: 1 } } },
    Criteria: { SearchQuery: query },
    OrderBy: { Fields: [{ Key: 'DESC' }], PageSize: pageSize, ...(page === undefined ? {} : { PageKey: page }) },
  },
})

interface SignInsProps {
  readonly title: string
  readonly query: Body
  readonly withUser?: boolean
}

export function SignIns({ title, query: criteria, withUser = false }: SignInsProps) {
  const words = useTexts().setup.signInLog
  const { api } = useWorkspace()
  const body = envelope(requestOf(criteria))
  useShownRequest({ title, operation: 'Read', body })
  const query = useInfiniteQuery({
    queryKey: ['Read', body],
    queryFn: ({ pageParam, signal }) =>
      api.call<Body>('Read', envelope(requestOf(criteria, pageParam || undefined)), { signal }),
    initialPageParam: '',
    getNextPageParam: answer => (answer.SignIn as { PageKey?: string | null }).PageKey ?? undefined,
    meta: { entities: ['SignIn'] },
  })
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <Loading />
  const rows = query.data.pages.flatMap(page => rowsOf(page, 'SignIn'))
  if (rows.length === 0) return <Empty small={!withUser} icon="key" title={words.none} />
  const user = { title: words.user, cell: (row: Row) => textOf(row.User) || textOf(row.Email) }
  return (
    <>
      <SimpleTable
        label={title}
        rows={rows}
        keyOf={({ Key }) => String(Key)}
        columns={[
          { title: words.time, cell: ({ Time }) => <Moment iso={String(Time)} /> },
          ...(withUser ? [user] : []),
          { title: words.outcome, cell: row => <Outcome row={row} /> },
          { title: words.application, cell: ({ Application }) => applicationName(textOf(Application), words.console) },
          { title: words.browser, cell: row => <Device row={row} /> },
          { title: words.address, cell: ({ Address }) => textOf(Address) },
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

const applicationName = (name: string, console: string): string => (name === 'console' ? console : name)

/** A value of a fixed list in the language of the person; one that this console does not know yet as the server spells it. */
const wordFor = (words: Readonly<Record<string, string>>, value: unknown): string =>
  words[String(value)] ?? String(value)

function Outcome({ row: { Outcome: outcome, Reason, Proofs } }: { row: Row }) {
  const words = useTexts().setup.signInLog
  const proofs = Array.isArray(Proofs) ? Proofs.map(proof => wordFor(words.proofs, proof)).join(', ') : ''
  const refused = outcome === 'Refused'
  return (
    <div className={classes.state}>
      <span className={refused ? classes.refused : undefined}>
        {refused ? wordFor(words.reasons, Reason) : words.signedIn}
      </span>
      <span className={classes.proofs}>{proofs}</span>
    </div>
  )
}

function Device({ row: { Agent, NewDevice } }: { row: Row }) {
  const { setup, account } = useTexts()
  const agent = textOf(Agent)
  return (
    <div className={classes.state} title={agent || undefined}>
      <span>{agentName(agent || null, account.session)}</span>
      {NewDevice === true && <span className={classes.proofs}>{setup.signInLog.newDevice}</span>}
    </div>
  )
}
