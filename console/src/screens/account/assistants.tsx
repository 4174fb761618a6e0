// Connects an assistant in three steps, and lists those that may act for the person.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useGet } from '../../api/use-read.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { ConfirmButton } from '../../ui/controls/confirm-button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Moment } from '../../ui/display/moment.tsx'
import { Section } from '../../ui/display/section.tsx'
import { SimpleTable } from '../../ui/display/simple-table.tsx'
import { Empty, Loaded } from '../../ui/display/states.tsx'
import { GrantScope } from '../../ui/grant-scope.tsx'
import { type GrantPage, useRevoke } from '../../ui/grants.ts'
import classes from './account.module.css'
import { type AssistantKind, assistantKinds, pasted } from './assistant-kinds.ts'

export function Assistants() {
  const words = useTexts().account.assistants
  const { assistants } = useWorkspace().session
  return (
    <div className={classes.sections}>
      <p className={classes.hint}>
        {words.hint}{' '}
        <a href="/docs/how-to/assistants" target="_blank" rel="noreferrer">
          {words.help}
        </a>
      </p>
      {assistants === null ? <Empty icon="key" title={words.off} /> : <Steps {...assistants} />}
      <Connected />
    </div>
  )
}

function Steps({ address, isOpen }: { address: string; isOpen: boolean }) {
  const { account, ui } = useTexts()
  const words = account.assistants
  const [kind, setKind] = useState<AssistantKind>('claude')
  const text = pasted(kind, address)
  return (
    <ol className={classes.steps}>
      <li>
        <h2>{words.choose}</h2>
        <Segments<AssistantKind>
          label={words.choose}
          value={kind}
          data={assistantKinds.map(value => ({ value, label: words.kinds[value] }))}
          onChange={setKind}
        />
      </li>
      <li>
        <h2>{words.give}</h2>
        <p className={classes.hint}>{words.how[kind]}</p>
        <div className={classes.pasted}>
          <pre>{text}</pre>
          <CopyButton text={text} label={ui.copy} />
        </div>
        {kind === 'other' && !isOpen && <p className={classes.hint}>{words.listed}</p>}
      </li>
      <li>
        <h2>{words.allow}</h2>
        <p className={classes.hint}>{words.allowHint}</p>
      </li>
    </ol>
  )
}

function Connected() {
  const { account } = useTexts()
  const { assistants: words, applications } = account
  const query = useGet<GrantPage>('auth/v1/grants?kind=application', { title: words.connected })
  const revoke = useRevoke()
  const again = (
    <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
      {words.look}
    </Button>
  )
  return (
    <Section title={words.connected} aside={again}>
      <Loaded query={query}>
        {({ Grants }) => {
          const rows = Grants.filter(({ Resource }) => Resource === 'mcp')
          return rows.length === 0 ? (
            <Empty small title={words.none} />
          ) : (
            <SimpleTable
              label={words.connected}
              rows={rows}
              keyOf={({ Id }) => Id}
              columns={[
                { title: applications.name, cell: ({ Application }) => <strong>{Application}</strong> },
                { title: applications.scope, cell: grant => <GrantScope grant={grant} /> },
                { title: applications.used, cell: ({ LastUsed }) => <Moment iso={LastUsed} /> },
                {
                  title: account.action,
                  align: 'right',
                  cell: ({ Id }) => <ConfirmButton label={applications.revoke} onConfirm={() => revoke(Id)} />,
                },
              ]}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}
