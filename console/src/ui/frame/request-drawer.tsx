// Shows the exact requests behind the open screen, to copy as curl or TypeScript, or to open in the explorer.
import { Button, Drawer } from '@mantine/core'
import { useShownRequests } from '../../api/requests.ts'
import type { ScreenRequest } from '../../api/screen-requests.ts'
import { useTexts } from '../../texts/index.tsx'
import { useGo } from '../addresses/addresses.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { Empty } from '../display/states.tsx'
import { showOverlay, useOverlay } from './overlays.ts'
import classes from './request-drawer.module.css'

const close = (): void => showOverlay(null)

export function RequestDrawer() {
  const { ui } = useTexts()
  const isOpen = useOverlay() === 'requests'
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      size="lg"
      title={ui.requests.title}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <Requests />
    </Drawer>
  )
}

/** Follows the requests of the screen only while it is open. */
function Requests() {
  const { ui } = useTexts()
  const requests = useShownRequests()
  return (
    <>
      <p className={classes.hint}>{ui.requests.hint}</p>
      {requests.length === 0 && <Empty small title={ui.requests.none} />}
      {requests.map(request => (
        <OneRequest key={JSON.stringify(request)} request={request} />
      ))}
    </>
  )
}

function OneRequest({ request }: { request: ScreenRequest }) {
  const { ui } = useTexts()
  const go = useGo()
  const { title, operation, body, get } = request
  if (get !== undefined) return <GetRequest title={title} path={get} />
  const openInExplorer = (): void => {
    close()
    go('explorer', { search: { operation, body: JSON.stringify(body) } })
  }
  return (
    <section className={classes.request} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <code className={classes.operation}>POST /api/{operation}</code>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <pre className={classes.json} tabIndex={0} data-request={operation}>
        {JSON.stringify(body, null, 2)}
      </pre>
      <div className={classes.actions}>
        <CopyButton text={JSON.stringify(body, null, 2)} label={ui.requests.asJson} />
        <CopyButton text={asCurl(request)} label={ui.requests.asCurl} />
        <CopyButton text={asTypeScript(request)} label={ui.requests.asTypeScript} />
        <Button variant="subtle" onClick={openInExplorer}>
          {ui.requests.inExplorer}
        </Button>
      </div>
    </section>
  )
}

/** A request without a body; the explorer sends operations alone. */
function GetRequest({ title, path }: { title: string; path: string }) {
  const { ui } = useTexts()
  const curl = `curl -s '${location.origin}${path}' -H "Authorization: Bearer $TOKEN"`
  return (
    <section className={classes.request} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <code className={classes.operation}>GET {path}</code>
      </header>
      <CopyButton text={curl} label={ui.requests.asCurl} />
    </section>
  )
}

/** A shell ends a text in single quotes at the next one, so each inside is taken out, escaped, and put in again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export const asCurl = ({ operation, body }: Omit<ScreenRequest, 'title'>): string =>
  `curl -s ${location.origin}/api/${operation} -H "Authorization: Bearer $TOKEN" -d ${quoted(JSON.stringify(body))}`

export const asTypeScript = ({ operation, body }: Omit<ScreenRequest, 'title'>): string =>
  `import { connect, personalToken } from '@clientele/client'

const clientele = connect({ url: '${location.origin}', auth: personalToken(process.env.TOKEN) })
const answer = await clientele.call('${operation}', ${JSON.stringify(body, null, 2)})
`
