// Gives components the address of their screen, and goes to others.
import { useLocation, useMatch, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { databaseAddress, entityInPath, keyInAddress } from './paths.ts'

/** One parameter of the address. Its component renders again when it changes, not when another one does. */
const useParam = (name: string): string =>
  useParams({ strict: false, select: params => (params as Readonly<Record<string, string>>)[name] ?? '' })

/** The database of the address. */
export const useDatabase = (): string => useParam('database')

/** The key of the record whose screen this is. */
export const useKeyInAddress = (): string => keyInAddress(useParam('key'))

type Location = ReturnType<typeof useLocation>

/** A key may end in `=`, which is one of two spellings in an address. */
const comparable = (path: string): string => path.replace(/\/$/, '').replace(/%3D/gi, '=')

/**
 * The address of the screen that the component is part of. It stays while the next screen is on its way: a list that is being left
 * must not take the address of a record for one of its own.
 */
export function useScreenLocation(): Location {
  const pathname = useMatch({ strict: false, select: match => match.pathname })
  const location = useLocation()
  const [own, setOwn] = useState(location)
  if (comparable(location.pathname) !== comparable(pathname)) return own
  if (location !== own) setOwn(location)
  return location
}

/** The entity of the record whose screen this is. */
export const useEntityInAddress = (): string => entityInPath(useScreenLocation().pathname)

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
