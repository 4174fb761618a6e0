// Lists the webhook targets: who is told of which changes, and whether that works.
import { Badge, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useGet } from '../api/use-read.ts'
import classes from '../developers/developers.module.css'
import { TargetForm } from '../developers/target-form.tsx'
import { statusColour, type Target, targetPath } from '../developers/targets.ts'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { choiceParam, useSearchParams } from '../ui/search-params.ts'
import { type Secret, SecretOnce } from '../ui/secret-once.tsx'
import { SimpleTable } from '../ui/simple-table.tsx'
import { Empty, Loaded } from '../ui/states.tsx'

const params = { open: choiceParam(['', 'new']) }

export default function Webhooks() {
  const { developers } = useTexts()
  const words = developers.webhooks
  const queries = useQueryClient()
  const [{ open }, setSearch] = useSearchParams(params)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const query = useGet<{ targets: readonly Target[] }>(targetPath(), { title: words.title })
  const shortcuts = useMemo(
    () => [{ keys: 'n', label: words.make, run: () => setSearch({ open: 'new' }, { replace: false }) }],
    [words, setSearch],
  )
  useShortcuts(shortcuts)
  const make = (
    <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setSearch({ open: 'new' }, { replace: false })}>
      {words.make}
    </Button>
  )
  return (
    <Page title={words.title} actions={make}>
      <p className={classes.lead}>{words.hint}</p>
      <Loaded query={query}>
        {({ targets }) =>
          targets.length === 0 ? (
            <Empty icon="webhook" title={words.none} hint={words.noneHint} action={make} />
          ) : (
            <SimpleTable
              label={words.title}
              rows={targets}
              keyOf={({ id }) => id}
              columns={[
                { title: words.url, cell: target => <TargetName target={target} /> },
                { title: words.events, cell: target => <Events target={target} /> },
                {
                  title: words.status,
                  cell: target => <Badge color={statusColour(target)}>{words.statuses[target.status]}</Badge>,
                },
                { title: words.owner, cell: ({ owner }) => owner },
              ]}
            />
          )
        }
      </Loaded>
      {open === 'new' && (
        <TargetForm
          target={null}
          onClose={() => setSearch({ open: '' })}
          onSaved={() => void queries.invalidateQueries({ queryKey: ['Get'] })}
          onSecret={setSecrets}
        />
      )}
      <SecretOnce
        title={words.secretTitle}
        hint={words.secretHint}
        secrets={secrets}
        onClose={() => setSecrets(null)}
      />
    </Page>
  )
}

function TargetName({ target: { id, url, description } }: { target: Target }) {
  return (
    <div className={classes.two}>
      <PageLink to={`webhooks/${id}`} className={classes.name}>
        {url}
      </PageLink>
      {description && <span>{description}</span>}
    </div>
  )
}

/** The first entities and operations; the rest as a number. */
function Events({ target: { entities, operations } }: { target: Target }) {
  const { developers } = useTexts()
  const words = developers.webhooks
  const names = entities === null ? words.allEntities : entities.slice(0, 3).join(', ')
  const more = entities !== null && entities.length > 3 ? ` +${entities.length - 3}` : ''
  const verbs = operations?.map(one => words.operationNames[one as keyof typeof words.operationNames]).join(', ')
  return (
    <div className={classes.two}>
      <span className={classes.strong}>
        {names}
        {more}
      </span>
      {verbs && <span>{verbs}</span>}
    </div>
  )
}
