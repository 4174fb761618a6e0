// Opens a request of the log in the explorer.
import { Explorer } from '../explorer/explorer.tsx'
import { loggedIn, useLogged } from '../explorer/logged.ts'
import { useTexts } from '../texts/index.tsx'
import { useKeyInAddress } from '../ui/addresses.ts'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'

export default function Request() {
  const { entities, explorer } = useTexts()
  const key = useKeyInAddress()
  const query = useLogged(key, entities.RequestLog.one)
  const logged = query.data && loggedIn(query.data)
  if (logged) return <Explorer key={key} logged={logged} />
  return (
    <Page title={entities.RequestLog.one} crumbs={[{ label: entities.RequestLog.many, to: 'requests' }]}>
      <Loaded query={query}>
        {() => <Empty icon="list" title={explorer.logged.gone} hint={explorer.logged.goneHint} />}
      </Loaded>
    </Page>
  )
}
