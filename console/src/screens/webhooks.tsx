// Lists the webhook targets: their changes, and whether deliveries work.
import { Badge } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useGet } from '../api/use-read.ts'
import classes from '../developers/developers.module.css'
import { TargetForm } from '../developers/target-form.tsx'
import { statusColour, type Target, targetPath } from '../developers/targets.ts'
import { useTexts } from '../texts/index.tsx'
import { PageLink } from '../ui/addresses/page-link.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { type Secret, SecretOnce } from '../ui/controls/secret-once.tsx'
import { ListPage } from '../ui/display/list-page.tsx'

const params = { open: choiceParam(['', 'new']) }

export default function Webhooks() {
  const { developers } = useTexts()
  const words = developers.webhooks
  const queries = useQueryClient()
  const [{ open }, setSearch] = useSearchParams(params)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const query = useGet<{ targets: readonly Target[] }>(targetPath(), { title: words.title })
  return (
    <ListPage
      title={words.title}
      hint={words.hint}
      make={{ label: words.make, run: () => setSearch({ open: 'new' }, { replace: false }) }}
      query={query}
      none={{ icon: 'webhook', title: words.none, hint: words.noneHint }}
      rows={query.data?.targets ?? []}
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
    >
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
    </ListPage>
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
