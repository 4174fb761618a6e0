// Shows where the person is signed in and which browsers are remembered, each to be ended, and changes the password.
import { Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useGet } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { SignIns as Log } from '../../setup/sign-in-log.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/controls/confirm-button.tsx'
import { Moment } from '../../ui/display/moment.tsx'
import { Section } from '../../ui/display/section.tsx'
import { SimpleTable } from '../../ui/display/simple-table.tsx'
import { Empty, Loaded, Loading } from '../../ui/display/states.tsx'
import { agentName } from '../../ui/display/user-agent.ts'
import { GrantState } from '../../ui/grant-state.tsx'
import { type Grant, type GrantPage, useChange, useRevoke } from '../../ui/grants.ts'
import classes from './account.module.css'
import { Factors } from './factors.tsx'
import { Password } from './password.tsx'

const own = { User: { $EQ: '$CURRENTUSER()' } }

export function SignIns() {
  const { account } = useTexts()
  return (
    <div className={classes.sections}>
      <Section title={account.session.title}>
        <p className={classes.hint}>{account.session.hint}</p>
        <Sessions />
      </Section>
      <Section title={account.browsers.title}>
        <p className={classes.hint}>{account.browsers.hint}</p>
        <Browsers />
      </Section>
      <Section title={account.factors.title}>
        <p className={classes.hint}>{account.factors.hint}</p>
        <Factors />
      </Section>
      <Section title={account.signIns.title}>
        <p className={classes.hint}>{account.signIns.hint}</p>
        <Log title={account.signIns.title} query={own} />
      </Section>
      <Section title={account.password.title}>
        <p className={classes.hint}>{account.password.hint}</p>
        <Password />
      </Section>
    </div>
  )
}

function Sessions() {
  const { account } = useTexts()
  const words = account.session
  const [showsEnded, setShowsEnded] = useState(false)
  const query = useGet<GrantPage>(showsEnded ? 'auth/v1/grants?ended=true' : 'auth/v1/grants', { title: words.title })
  const revoke = useRevoke()
  return (
    <>
      <Checkbox
        size="xs"
        mb="sm"
        label={words.showEnded}
        checked={showsEnded}
        onChange={event => setShowsEnded(event.currentTarget.checked)}
      />
      <Loaded query={query} loading={<Loading rows={2} height={40} />}>
        {({ Grants }) => (
          <SimpleTable
            label={words.title}
            rows={Grants.filter(({ Kind }) => Kind === 'session')}
            keyOf={({ Id }) => Id}
            columns={[
              {
                title: words.browser,
                cell: ({ Agent, Current }) => <Browser agent={Agent} isCurrent={Current} />,
              },
              { title: words.since, cell: ({ Created }) => <Moment iso={Created} /> },
              { title: words.used, cell: ({ LastUsed }) => <Moment iso={LastUsed} /> },
              ...(showsEnded
                ? [
                    {
                      title: words.reason,
                      cell: (grant: Grant) => (grant.EndReason === null ? '' : <GrantState grant={grant} />),
                    },
                  ]
                : []),
              {
                title: account.action,
                align: 'right',
                cell: ({ Id, Current, EndReason }) =>
                  !Current && EndReason === null && <ConfirmButton label={words.end} onConfirm={() => revoke(Id)} />,
              },
            ]}
          />
        )}
      </Loaded>
    </>
  )
}

interface RememberedBrowser {
  readonly Id: string
  readonly Agent: string
  readonly Confirmed: string
  readonly LastUsed: string
  readonly Expires: string
  readonly Current: boolean
}

function Browsers() {
  const { account } = useTexts()
  const words = account.browsers
  const { api } = useWorkspace()
  const query = useGet<{ Browsers: readonly RememberedBrowser[] }>('auth/v1/browsers', { title: words.title })
  const change = useChange()
  const forgetAll = async (): Promise<void> => {
    const isDone = await change(api.send('POST', 'auth/v1/forget-browsers', {}))
    if (isDone) notifications.show({ message: words.forgotten })
  }
  return (
    <Loaded query={query} loading={<Loading rows={2} height={40} />}>
      {({ Browsers: remembered }) =>
        remembered.length === 0 ? (
          <Empty small title={words.none} />
        ) : (
          <>
            <SimpleTable
              label={words.title}
              rows={remembered}
              keyOf={({ Id }) => Id}
              columns={[
                {
                  title: account.session.browser,
                  cell: ({ Agent, Current }) => <Browser agent={Agent} isCurrent={Current} />,
                },
                { title: words.confirmed, cell: ({ Confirmed }) => <Moment iso={Confirmed} /> },
                { title: words.until, cell: ({ Expires }) => <Moment iso={Expires} /> },
                {
                  title: account.action,
                  align: 'right',
                  cell: ({ Id }) => (
                    <ConfirmButton
                      label={words.forgetOne}
                      onConfirm={() => void change(api.send('DELETE', `auth/v1/browsers/${Id}`))}
                    />
                  ),
                },
              ]}
            />
            <div className={classes.forgetAll}>
              <p className={classes.hint}>{words.forgetHint}</p>
              <ConfirmButton label={words.forget} onConfirm={() => void forgetAll()} />
            </div>
          </>
        )
      }
    </Loaded>
  )
}

function Browser({ agent, isCurrent }: { agent: string | null; isCurrent: boolean }) {
  const { account } = useTexts()
  return (
    <span title={agent ?? undefined}>
      {agentName(agent, account.session)}
      {isCurrent && <span className={classes.mark}>{account.session.current}</span>}
    </span>
  )
}
