// Shows the screens by group on the left; on a phone in a drawer.
import { Drawer, UnstyledButton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useUnreadCount } from '../../api/notifications.ts'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../addresses/page-link.tsx'
import { databaseAddress } from '../addresses/paths.ts'
import type { Screen } from '../addresses/screen.ts'
import { KeyCaps } from '../controls/key-caps.tsx'
import { Icon } from '../display/icons.tsx'
import { useAfterPaint } from '../display/later.ts'
import { Mark } from '../display/mark.tsx'
import classes from './navigation.module.css'
import { showOverlay, useOverlay } from './overlays.ts'
import { UserMenu } from './user-menu.tsx'

export function Navigation({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  const isOpen = useOverlay() === 'navigation'
  return (
    <>
      <header className={classes.side}>
        <Content screens={screens} />
      </header>
      <Drawer
        opened={isOpen}
        onClose={() => showOverlay(null)}
        position="left"
        size={280}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': ui.navigation } }}
        padding={0}
        classNames={{ body: classes.drawer }}
      >
        <Content screens={screens} />
      </Drawer>
    </>
  )
}

const groupNames = ['work', 'setup', 'developers'] as const

function Content({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  const { session } = useWorkspace()
  // The others reach their tokens on the account page, and every screen by the palette.
  const shown = session.user.administrator ? groupNames : groupNames.slice(0, 2)
  const groups = shown
    .map(group => ({ group, members: screens.filter(screen => screen.group === group) }))
    .filter(({ members }) => members.length > 0)
  return (
    <>
      <div className={classes.brand}>
        <Mark name={session.installation.name} />
        <span className={classes.names}>
          <span className={classes.installation}>{session.installation.name}</span>
          <span className={classes.database}>{session.database}</span>
        </span>
      </div>
      <UnstyledButton className={classes.search} onClick={() => showOverlay('palette')}>
        <Icon name="search" size={14} />
        <span>{ui.palette.open}</span>
        <KeyCaps keys="mod+k" />
      </UnstyledButton>
      <nav aria-label={ui.navigation} className={classes.groups}>
        {groups.map(({ group, members }) => (
          <section key={group} aria-label={ui.groups[group]}>
            {group !== 'work' && <h2 className={classes.group}>{ui.groups[group]}</h2>}
            <ul className={classes.list}>
              {members.map(screen => (
                <Item key={screen.path} screen={screen} />
              ))}
              {group === 'developers' && <Reference />}
            </ul>
          </section>
        ))}
      </nav>
      <UserMenu />
    </>
  )
}

/** The pages of the whole API, outside the console. */
function Reference() {
  const { ui } = useTexts()
  return (
    <li>
      <a href="/reference" target="_blank" rel="noreferrer" className={classes.item}>
        <Icon name="document" />
        <span>{ui.reference}</span>
        <Icon name="external" size={12} />
      </a>
    </li>
  )
}

function Item({ screen: { path, title, icon, countsUnread } }: { screen: Screen }) {
  const texts = useTexts()
  const { session } = useWorkspace()
  // An address may have the name of the database in other letters.
  const own = databaseAddress(session.database, path).toLowerCase()
  const isHere = useLocation({
    select: ({ pathname }) => {
      const here = pathname.toLowerCase()
      return here === own || (path !== '' && here.startsWith(`${own}/`))
    },
  })
  return (
    <li>
      <PageLink
        to={path}
        className={classes.item}
        aria-current={isHere ? 'page' : undefined}
        onClick={() => showOverlay(null)}
      >
        <Icon name={icon} />
        <span>{title(texts)}</span>
        {countsUnread && <Unread />}
      </PageLink>
    </li>
  )
}

function Unread() {
  const { notifications } = useTexts()
  const count = useUnreadCount(useAfterPaint(true, false))
  return count === '' ? null : (
    <span className={classes.count} title={notifications.unread}>
      {count}
    </span>
  )
}
