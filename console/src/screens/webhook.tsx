// Shows one webhook target with its deliveries: what was sent, what was answered, and a button that sends it again.
import { Badge, Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useGet } from '../api/use-read.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { Deliveries } from '../developers/deliveries.tsx'
import classes from '../developers/developers.module.css'
import { TargetForm } from '../developers/target-form.tsx'
import { type Delivery, statusColour, type Target, targetPath } from '../developers/targets.ts'
import { useShortcuts } from '../keys/registry.ts'
import { useTexts } from '../texts/index.tsx'
import { useGo } from '../ui/addresses/addresses.ts'
import { choiceParam, textParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { type Secret, SecretOnce } from '../ui/controls/secret-once.tsx'
import { Segments } from '../ui/controls/segments.tsx'
import { Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { showFailure } from '../ui/frame/undo-notices.tsx'

const params = {
  delivery: textParam<string>(''),
  outcome: choiceParam(['all', 'failed']),
  open: choiceParam(['', 'edit']),
}

export default function Webhook() {
  const { developers, ui } = useTexts()
  const words = developers.webhooks
  const id = (useParams({ strict: false }) as { key?: string }).key ?? ''
  const [search, setSearch] = useSearchParams(params)
  const query = useGet<Target>(targetPath(id), { title: words.target })
  const actions = useTargetActions(id, delivery => setSearch({ delivery }))
  const shortcuts = useMemo(
    () => [{ keys: 'e', label: words.edit, run: () => setSearch({ open: 'edit' }) }],
    [words, setSearch],
  )
  useShortcuts(shortcuts)
  return (
    <Page
      title={query.data?.description || query.data?.url || words.target}
      crumbs={[{ label: words.title, to: 'webhooks' }]}
      layout="flush"
      actions={
        <>
          <Button variant="default" onClick={() => setSearch({ open: 'edit' })}>
            {ui.edit}
          </Button>
          <Button loading={actions.isTesting} onClick={() => void actions.test()}>
            {words.test}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {target => (
          <>
            <Facts target={target} />
            <Bar outcome={search.outcome} onOutcome={outcome => setSearch({ outcome })} actions={actions} />
            <Deliveries
              target={id}
              onlyFailed={search.outcome === 'failed'}
              chosen={search.delivery}
              onChoose={delivery => setSearch({ delivery })}
              onReplay={event => void actions.replay({ event })}
            />
            {search.open === 'edit' && (
              <TargetForm target={target} onClose={() => setSearch({ open: '' })} onSaved={actions.refresh} />
            )}
          </>
        )}
      </Loaded>
      <SecretOnce
        title={words.secretTitle}
        hint={words.rotatedHint}
        secrets={actions.secrets}
        onClose={actions.forgetSecrets}
      />
    </Page>
  )
}

/** What a person does with a target; `onTested` gets the delivery of a test. */
function useTargetActions(id: string, onTested: (delivery: string) => void) {
  const { webhooks: words } = useTexts().developers
  const { api } = useWorkspace()
  const go = useGo()
  const queries = useQueryClient()
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const [isTesting, setTesting] = useState(false)
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['Get'] })
  const attempt = (work: () => Promise<void>): Promise<void> => work().catch(showFailure).finally(refresh)
  const test = (): Promise<void> => {
    setTesting(true)
    return attempt(async () => {
      const delivery = await api.send<Delivery>('POST', `${targetPath(id)}/test`, {})
      onTested(delivery.id)
    }).finally(() => setTesting(false))
  }
  const rotate = (): Promise<void> =>
    attempt(async () => {
      const { secret } = await api.send<{ secret: string }>('POST', `${targetPath(id)}/rotate-secret`, {})
      setSecrets([{ label: words.secret, value: secret }])
    })
  const remove = (): Promise<void> =>
    attempt(async () => {
      await api.send('DELETE', targetPath(id))
      go('webhooks')
    })
  const replay = (what: { event: string } | { failedSince: string }): Promise<void> =>
    attempt(async () => {
      const { queued } = await api.send<{ queued: number }>('POST', `${targetPath(id)}/replay`, what)
      notifications.show({ message: words.queued(queued), autoClose: 3000 })
    })
  return { isTesting, secrets, forgetSecrets: () => setSecrets(null), refresh, test, rotate, remove, replay }
}

interface BarProps {
  readonly outcome: 'all' | 'failed'
  readonly onOutcome: (outcome: 'all' | 'failed') => void
  readonly actions: ReturnType<typeof useTargetActions>
}

const dayMs = 86_400_000

function Bar({ outcome, onOutcome, actions }: BarProps) {
  const { developers, ui } = useTexts()
  const words = developers.webhooks
  const replayFailed = () => actions.replay({ failedSince: new Date(Date.now() - dayMs).toISOString() })
  return (
    <div className={classes.deliveryBar}>
      <Segments
        label={words.outcome}
        value={outcome}
        onChange={onOutcome}
        data={(['all', 'failed'] as const).map(value => ({ value, label: words.outcomes[value] }))}
      />
      <Button variant="default" onClick={() => void replayFailed()}>
        {words.replayFailed}
      </Button>
      <span className={classes.space} />
      <ConfirmButton label={words.rotate} onConfirm={() => void actions.rotate()} />
      <ConfirmButton label={ui.delete} onConfirm={() => void actions.remove()} />
    </div>
  )
}

function Facts({ target }: { target: Target }) {
  const { developers } = useTexts()
  const words = developers.webhooks
  const facts = [
    [words.url, <code key="url">{target.url}</code>],
    [
      words.status,
      <Badge key="status" color={statusColour(target)}>
        {words.statuses[target.status]}
      </Badge>,
    ],
    [words.entities, target.entities?.join(', ') ?? words.allEntities],
    [words.payload, words.payloads[target.payload].name],
    [words.order, words.orders[target.order].name],
    [words.owner, target.owner],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
