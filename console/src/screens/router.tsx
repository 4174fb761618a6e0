// Makes the routes of the console from the list of screens.
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  useRouter,
} from '@tanstack/react-router'
import { type ComponentType, memo, type ReactNode, useEffect, useState } from 'react'
import { Api, signInAddress } from '../api/client.ts'
import { SignInAgain } from '../api/errors.ts'
import { readSession, type Session } from '../api/session.ts'
import { useWorkspace, WorkspaceProvider } from '../api/workspace.tsx'
import { useTexts } from '../texts/index.tsx'
import { useDatabase } from '../ui/addresses/addresses.ts'
import { databaseAddress } from '../ui/addresses/paths.ts'
import type { Screen } from '../ui/addresses/screen.ts'
import { lazyPart } from '../ui/display/lazy-part.tsx'
import { Empty, Failed, Loading, NoPermission } from '../ui/display/states.tsx'
import { Page } from '../ui/frame/page.tsx'
import { Shell } from '../ui/frame/shell.tsx'
import { screens } from './index.ts'

const rootRoute = createRootRoute({ component: Outlet, errorComponent: Crashed })

const landing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./landing.tsx')),
})

/** The scripts of the screens, to be loaded ahead. */
const scripts: { readonly screen: Screen; readonly preload: () => Promise<unknown> }[] = []

const database = createRoute({ getParentRoute: () => rootRoute, path: '/d/$database', component: Database })

const children = screens.map(screen => {
  const Content = lazyPart(async () => (await screen.load()).default, {
    frame: shown => <Framed screen={screen}>{shown}</Framed>,
  })
  scripts.push({ screen, preload: Content.preload })
  const guarded = () => <Guarded screen={screen} Content={Content} />
  const component = Object.assign(guarded, { preload: Content.preload }) as AsyncRouteComponent<unknown>
  return createRoute({
    getParentRoute: () => database,
    path: screen.path === '' ? '/' : screen.path,
    component,
    pendingComponent: () => <Opening screen={screen} />,
    errorComponent: Crashed,
  })
})

/** Parameters of addresses are plain texts: `?q=lake&sort=CompanyName`. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const text = new URLSearchParams(search as Record<string, string>).toString()
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([landing, database.addChildren(children)]),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultNotFoundComponent: Missing,
  parseSearch,
  stringifySearch,
})

/** Everything of one database. Tabs of two databases have two sessions. */
function Database() {
  const name = useDatabase()
  return <OpenDatabase key={name} name={name} />
}

type Attempt = { session: Session } | { error: unknown } | null

/** Drawn once: the frame around the screens stays as it is when they change. */
const OpenDatabase = memo(({ name }: { name: string }) => {
  const [api] = useState(() => new Api(name))
  const [found, setFound] = useState<Attempt>(null)
  const [tries, setTries] = useState(0)
  useScreensAhead()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try repeats the request
  useEffect(() => {
    const end = new AbortController()
    readSession(api, end.signal).then(
      session => setFound({ session }),
      (error: unknown) => {
        if (end.signal.aborted) return
        if (error instanceof SignInAgain) location.replace(signInAddress(name))
        else setFound({ error })
      },
    )
    return () => end.abort()
  }, [api, name, tries])
  if (found === null) return null
  if ('error' in found) return <Failed error={found.error} retry={() => setTries(tries + 1)} />
  return (
    <WorkspaceProvider api={api} session={found.session}>
      <Shell screens={screens} />
    </WorkspaceProvider>
  )
})

function Guarded({ screen, Content }: { screen: Screen; Content: ComponentType }) {
  const texts = useTexts()
  const { session } = useWorkspace()
  if (screen.permission !== 'administrator' || session.user.administrator) return <Content />
  return (
    <Page title={screen.title(texts)}>
      <NoPermission hint={texts.ui.states.administratorsOnly} />
    </Page>
  )
}

const Opening = ({ screen }: { screen: Screen }) => (
  <Framed screen={screen}>
    <Loading />
  </Framed>
)

/** What stands in the place of a screen that is not loaded yet. */
function Framed({ screen, children: shown }: { screen: Screen; children: ReactNode }) {
  const texts = useTexts()
  return <Page title={screen.path.includes('$') ? '' : screen.title(texts)}>{shown}</Page>
}

/** How long a person has been at work before screens are loaded ahead. */
const aheadMs = 8000

/** Loads the screens that people work with one by one while the browser is idle, so that they open without a network too. */
function useScreensAhead(): void {
  useEffect(() => {
    let isOver = false
    const idle = () =>
      new Promise<void>(resolve => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : resolve()))
    const load = async () => {
      for (const { screen, preload } of scripts) {
        await idle()
        if (isOver) return
        if (screen.group !== 'developers' && screen.permission !== 'administrator') await preload()
      }
    }
    const timer = setTimeout(() => void load(), aheadMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
}

function Missing() {
  const { ui } = useTexts()
  const name = useDatabase()
  const link = <a href={name === '' ? '/' : databaseAddress(name)}>{ui.states.toStart}</a>
  return <Empty icon="search" title={ui.states.missing} hint={ui.states.missingHint} action={link} />
}

/** A fault of ours: the page says so, and the rest of the console goes on. */
function Crashed({ error }: ErrorComponentProps) {
  const { ui } = useTexts()
  const { invalidate } = useRouter()
  return (
    <div role="alert">
      <Empty
        icon="warning"
        title={ui.states.crashed}
        hint={
          <>
            <p>{ui.states.crashedHint}</p>
            <code>{error instanceof Error ? error.message : String(error)}</code>
          </>
        }
        action={
          <button type="button" onClick={() => void invalidate()}>
            {ui.reload}
          </button>
        }
      />
    </div>
  )
}
