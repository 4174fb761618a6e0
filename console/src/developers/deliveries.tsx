// Lists the deliveries of a target, newest first, and shows one with its request and its answer.
import { Badge, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { parsedJson } from '../api/envelope.ts'
import { useShownRequest } from '../api/requests.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { Moment } from '../ui/display/moment.tsx'
import { Empty, Failed, Loading } from '../ui/display/states.tsx'
import classes from './developers.module.css'
import { type Delivery, targetPath } from './targets.ts'

interface DeliveriesProps {
  readonly target: string
  readonly onlyFailed: boolean
  readonly chosen: string
  readonly onChoose: (delivery: string) => void
  readonly onReplay: (event: string) => void
}

interface Page {
  readonly deliveries: readonly Delivery[]
  readonly next: string | null
}

const isGood = ({ outcome }: Delivery): boolean => outcome === 'delivered'

export function Deliveries({ target, onlyFailed, chosen, onChoose, onReplay }: DeliveriesProps) {
  const { developers, ui } = useTexts()
  const words = developers.webhooks
  const { api } = useWorkspace()
  const path = `${targetPath(target)}/deliveries`
  useShownRequest({ title: words.deliveries, operation: '', body: {}, get: `/${path}` })
  const query = useInfiniteQuery({
    queryKey: ['Get', path],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>(pageParam === '' ? path : `${path}?before=${encodeURIComponent(pageParam)}`, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next ?? undefined,
    // Tries go on by themselves.
    refetchInterval: 5000,
  })
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <Loading />
  const all = query.data.pages.flatMap(page => page.deliveries).filter(one => !onlyFailed || !isGood(one))
  const opened = all.find(({ id }) => id === chosen) ?? all[0]
  if (!opened) return <Empty icon="webhook" title={words.noDeliveries} hint={words.noDeliveriesHint} />
  return (
    <div className={classes.split}>
      <ul className={classes.deliveries} aria-label={words.deliveries}>
        {all.map(delivery => (
          <li key={delivery.id}>
            <button
              type="button"
              className={classes.delivery}
              aria-current={delivery === opened}
              onClick={() => onChoose(delivery.id)}
            >
              <Badge color={isGood(delivery) ? 'green' : 'red'}>{delivery.status ?? words.noAnswer}</Badge>
              <span className={classes.type}>{delivery.type}</span>
              <Moment iso={delivery.at} />
            </button>
          </li>
        ))}
        {query.hasNextPage && (
          <li>
            <Button variant="subtle" fullWidth onClick={() => void query.fetchNextPage()}>
              {ui.more}
            </Button>
          </li>
        )}
      </ul>
      <DeliveryPanel delivery={opened} onReplay={onReplay} />
    </div>
  )
}

function DeliveryPanel({ delivery, onReplay }: { delivery: Delivery; onReplay: (event: string) => void }) {
  const { developers } = useTexts()
  const words = developers.webhooks
  return (
    <section className={classes.panel} aria-label={delivery.type}>
      <header className={classes.panelHead}>
        <h2>{delivery.type}</h2>
        <Badge color={isGood(delivery) ? 'green' : 'red'}>{delivery.outcome}</Badge>
        <span className={classes.space} />
        <Button variant="default" onClick={() => onReplay(delivery.event)}>
          {words.replay}
        </Button>
      </header>
      <p className={classes.panelFacts}>
        <span>{words.attempt(delivery.attempt)}</span>
        <Moment iso={delivery.at} />
        <span className="tabular">{words.ms(delivery.ms)}</span>
        {delivery.nextAt && (
          <span>
            {words.nextTry} <Moment iso={delivery.nextAt} />
          </span>
        )}
      </p>
      <h3>{words.request}</h3>
      <Text label={words.request} text={delivery.request} />
      <h3>{words.answer}</h3>
      <Text label={words.answer} text={delivery.response ?? ''} />
    </section>
  )
}

/** JSON in lines; another text as it is. */
function Text({ label, text }: { label: string; text: string }) {
  const json = parsedJson(text)
  const shown = json === null ? text : JSON.stringify(json, null, 2)
  return (
    <section aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <pre className={classes.json} tabIndex={0}>
        {shown === '' ? '–' : shown}
      </pre>
    </section>
  )
}
