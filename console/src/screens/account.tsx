// Shows a person's profile, sign-ins, applications and tokens.
import { Tabs } from '@mantine/core'
import { useTexts } from '../texts/index.tsx'
import { choiceParam } from '../ui/addresses/params.ts'
import { useSearchParams } from '../ui/addresses/search-params.ts'
import { Page } from '../ui/frame/page.tsx'
import classes from './account/account.module.css'
import { Applications } from './account/applications.tsx'
import { Assistants } from './account/assistants.tsx'
import { Calendar } from './account/calendar.tsx'
import { Profile } from './account/profile.tsx'
import { SignIns } from './account/sign-ins.tsx'
import { Tokens } from './account/tokens.tsx'

const tabs = ['profile', 'calendar', 'signIns', 'applications', 'assistants', 'tokens'] as const
const params = { tab: choiceParam(tabs) }
const panels = {
  ...{ profile: Profile, calendar: Calendar, signIns: SignIns },
  ...{ applications: Applications, assistants: Assistants, tokens: Tokens },
}

export default function Account() {
  const { account } = useTexts()
  const [{ tab }, setSearch] = useSearchParams(params)
  const Panel = panels[tab]
  return (
    <Page title={account.title} layout="text">
      <Tabs value={tab} onChange={value => setSearch({ tab: value as (typeof tabs)[number] })}>
        <Tabs.List className={classes.tabs}>
          {tabs.map(name => (
            <Tabs.Tab key={name} value={name}>
              {account.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          <Panel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
