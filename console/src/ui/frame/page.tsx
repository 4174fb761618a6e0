// Frames a screen: title with the way to it, actions, the button of its requests, and the content.
import { memo, type ReactNode, useEffect } from 'react'
import { useTexts } from '../../texts/index.tsx'
import { PageLink } from '../addresses/page-link.tsx'
import { hint } from '../controls/hint.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Icon } from '../display/icons.tsx'
import { showOverlay } from './overlays.ts'
import classes from './page.module.css'

export interface Crumb {
  readonly label: string
  readonly to: string
}

interface PageProps {
  readonly title: string
  /** The screens above this one. */
  readonly crumbs?: readonly Crumb[]
  /** Buttons on the right of the header. */
  readonly actions?: ReactNode
  /** A line of controls below the header: search, filters, tabs. */
  readonly bar?: ReactNode
  /** `text` has margins and a readable width, `wide` margins alone, `flush` none: the content scrolls by itself. */
  readonly layout?: 'text' | 'wide' | 'flush'
  readonly children: ReactNode
}

const noCrumbs: readonly Crumb[] = []

export function Page({ title, crumbs = noCrumbs, actions, bar, layout = 'wide', children }: PageProps) {
  const { ui } = useTexts()
  useEffect(() => {
    document.title = `${title} · ${ui.appName}`
  }, [title, ui])
  return (
    <>
      <Header title={title} crumbs={crumbs} actions={actions} />
      {bar && <div className={classes.bar}>{bar}</div>}
      <div className={classes[layout]}>{children}</div>
    </>
  )
}

interface HeaderProps extends Pick<PageProps, 'title' | 'actions'> {
  readonly crumbs: readonly Crumb[]
}

const Header = memo(({ title, crumbs, actions }: HeaderProps) => {
  const { ui } = useTexts()
  return (
    <header className={classes.header}>
      <IconButton
        className={classes.burger}
        aria-label={ui.openNavigation}
        onClick={() => showOverlay('navigation')}
        size={32}
      >
        <Icon name="menu" />
      </IconButton>
      <nav aria-label={ui.breadcrumbs} className={classes.crumbs}>
        {crumbs.map(({ label, to }) => (
          <span key={to} className={classes.crumb}>
            <PageLink to={to}>{label}</PageLink>
            <Icon name="right" size={12} />
          </span>
        ))}
        <h1 className={classes.title}>{title}</h1>
      </nav>
      <div className={classes.actions}>{actions}</div>
      <IconButton
        {...hint(ui.requests.button, 'mod+j')}
        aria-label={ui.requests.button}
        onClick={() => showOverlay('requests')}
      >
        <Icon name="braces" />
      </IconButton>
    </header>
  )
})
