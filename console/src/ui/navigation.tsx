// Shows the screens by group on the left; on a phone in a drawer.
import { Drawer, UnstyledButton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useWorkspace } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { databaseAddress } from './addresses.ts'
import { Icon } from './icons.tsx'
import { KeyCaps } from './key-caps.tsx'
import classes from './navigation.module.css'
import { showOverlay, useOverlay } from './overlays.ts'
import { PageLink } from './page-link.tsx'
import type { Screen } from './screen.ts'
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

function Content({ screens }: { screens: readonly Screen[] }) {
  const { ui } = useTexts()
  const { session } = useWorkspace()
  const groups = (['work', 'setup', 'developers'] as const)
    .map(group => ({ group, members: screens.filter(screen => screen.group === group) }))
    .filter(({ members }) => members.length > 0)
  return (
    <>
      <div className={classes.brand}>
        <span className={classes.mark} aria-hidden="true">
          {session.installation.name.slice(0, 1)}
        </span>
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

function Item({ screen: { path, title, icon } }: { screen: Screen }) {
  const texts = useTexts()
  const { session } = useWorkspace()
  const own = databaseAddress(session.database, path)
  const isHere = useLocation({
    select: ({ pathname }) => pathname === own || (path !== '' && pathname.startsWith(`${own}/`)),
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
      </PageLink>
    </li>
  )
}
