// Shows who is signed in, with theme, language, account and sign-out.
import { Menu, UnstyledButton } from '@mantine/core'
import { useLocalChoice } from '../../api/preferences.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { type Language, languages, useTexts } from '../../texts/index.tsx'
import { useGo } from '../addresses/addresses.ts'
import { KeyCaps } from '../controls/key-caps.tsx'
import { Icon } from '../display/icons.tsx'
import { Portrait } from '../display/portrait.tsx'
import { useTheme } from '../theme/use-theme.ts'
import { showOverlay } from './overlays.ts'
import classes from './user-menu.module.css'

export function UserMenu() {
  const { ui } = useTexts()
  const { api, session } = useWorkspace()
  const go = useGo()
  const signOut = async (): Promise<void> => {
    await api.send('POST', 'sign-out').catch(() => {})
    location.assign('/')
  }
  return (
    <Menu position="top-start" width={232}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <Portrait uid={session.user.uid} name={session.user.name} size={24} />
          <span className={classes.name}>{session.user.name}</span>
          <Icon name="up" size={12} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email}>{session.user.email}</Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} onClick={() => go('account')}>
          {ui.account}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="keyboard" />}
          rightSection={<KeyCaps keys="?" />}
          onClick={() => showOverlay('keys')}
        >
          {ui.help}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="document" />} component="a" href="/docs" target="_blank" rel="noreferrer">
          {ui.documents}
        </Menu.Item>
        <Menu.Divider />
        <Themes />
        <Languages />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="database" />} component="a" href="/">
          {ui.switchDatabase}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={() => void signOut()}>
          {ui.signOut}
        </Menu.Item>
        <Menu.Label>
          {session.installation.name} · {ui.version(session.installation.version)}
        </Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

function Themes() {
  const { ui } = useTexts()
  const { chosen, choose } = useTheme()
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Icon name="moon" />}>{ui.theme.title}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {(['light', 'dark', 'auto'] as const).map(scheme => (
          <Menu.Item
            key={scheme}
            rightSection={chosen === scheme && <Icon name="check" size={14} />}
            onClick={() => choose(scheme)}
          >
            {ui.theme[scheme]}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function Languages() {
  const { ui } = useTexts()
  const [chosen, choose] = useLocalChoice<Language | ''>('language', '')
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Icon name="globe" />}>{ui.language}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {Object.entries(languages).map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={chosen === language && <Icon name="check" size={14} />}
            onClick={() => choose(language as Language)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
