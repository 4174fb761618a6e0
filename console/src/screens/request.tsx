// Opens a request of the log in the explorer.

import { useRead } from '../api/use-read.ts'
import { Explorer } from '../explorer/explorer.tsx'
import { loggedIn, loggedMembers } from '../explorer/logged.ts'
import { useTexts } from '../texts/index.tsx'
import { useKeyInAddress } from '../ui/addresses/addresses.ts'
import { Empty, Loaded } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'

export default function Request() {
  const { entities, explorer } = useTexts()
  const key = useKeyInAddress()
  const query = useRead(loggedMembers(key), { title: entities.RequestLog.one })
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
