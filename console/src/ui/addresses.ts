// Makes the addresses of pages: of screens of a database, and of records.
import { useLocation, useMatch, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

/** The screens that show one record, by entity. */
const recordScreens: Readonly<Record<string, string>> = {
  AbEntry: 'entries',
  Opportunity: 'opportunities',
  Case: 'cases',
  Lead: 'leads',
  Task: 'tasks',
  Appointment: 'appointments',
  Campaign: 'campaigns',
  RequestLog: 'requests',
}

export const databaseAddress = (database: string, path = ''): string => `/d/${database}${path === '' ? '' : `/${path}`}`

/** The path of a record below its database, or null for an entity without a screen. A key needs no padding in an address. */
export function recordPath(entity: string, key: string): string | null {
  const screen = recordScreens[entity]
  return screen === undefined ? null : `${screen}/${key.replace(/=+$/, '')}`
}

/** The key in an address, as the server spells it. */
const keyInAddress = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')

/** One parameter of the address. Those who need it are drawn again when it changes, not with each other one. */
const useParam = (name: string): string =>
  useParams({ strict: false, select: params => (params as Readonly<Record<string, string>>)[name] ?? '' })

/** The database of the address. */
export const useDatabase = (): string => useParam('database')

/** The key of the record whose screen this is. */
export const useKeyInAddress = (): string => keyInAddress(useParam('key'))

type Location = ReturnType<typeof useLocation>

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/**
 * The address of the screen that the component is part of. It stays while the next screen is on its way: a list that is being left
 * must not take the address of a record for one of its own.
 */
export function useScreenLocation(): Location {
  const pathname = useMatch({ strict: false, select: match => match.pathname })
  const own = useRef<Location>(null)
  return useLocation({
    select: location => {
      if (own.current === null || withoutSlash(location.pathname) === withoutSlash(pathname)) own.current = location
      return own.current
    },
  })
}

/** The entity of the record whose screen this is. */
export function useEntityInAddress(): string {
  const [, , , screen] = useScreenLocation().pathname.split('/')
  return Object.keys(recordScreens).find(entity => recordScreens[entity] === screen) ?? ''
}

interface GoOptions {
  readonly search?: Readonly<Record<string, string>>
  readonly replace?: boolean
}

/** Goes to a screen of the database: `go('entries', { search: { q: 'lake' } })`. */
export function useGo(): (path: string, options?: GoOptions) => void {
  const navigate = useNavigate()
  const database = useDatabase()
  return useCallback(
    (path, { search = {}, replace = false } = {}) =>
      void navigate({ to: databaseAddress(database, path), search, replace }),
    [navigate, database],
  )
}

/** Loads the script of a screen of the database that may be gone to soon. */
export function usePreload(): (path: string) => void {
  const router = useRouter()
  const database = useDatabase()
  return useCallback(path => void router.preloadRoute({ to: databaseAddress(database, path) }), [router, database])
}
