// Links to screens of the database. The frame follows them all, so that a list of a hundred links is a hundred plain elements.
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, type ReactNode, type SyntheticEvent, useMemo } from 'react'
import { useWorkspace } from '../../api/workspace.tsx'
import { databaseAddress, recordPath } from './paths.ts'

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path below the database: `entries`. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

export function PageLink({ to, search, ...rest }: PageLinkProps) {
  const { database } = useWorkspace().session
  const query = search ? `?${new URLSearchParams(search)}` : ''
  return <a {...rest} href={databaseAddress(database, to) + query} data-page="" />
}

interface RecordLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly entity: string
  readonly recordKey: string
  readonly children: ReactNode
}

/** The name of a record that leads to its screen; plain text when the entity has none. */
export function RecordLink({ entity, recordKey, ...rest }: RecordLinkProps) {
  const path = recordPath(entity, recordKey)
  if (path === null) return <span className={rest.className}>{rest.children}</span>
  return <PageLink to={path} {...rest} />
}

const linkOf = ({ target }: SyntheticEvent): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-page]') : null

/** Whether a click is meant for this page: with others the browser opens a tab or a window of its own. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)

/** Follows the links below an element without loading the page again, and loads the script of a screen when the pointer comes near. */
export function useFollowedLinks() {
  const router = useRouter()
  return useMemo(() => {
    const prepare = (event: SyntheticEvent) => {
      const link = linkOf(event)
      if (link) void router.preloadRoute({ to: link.pathname })
    }
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link || event.defaultPrevented || !isPlainClick(event)) return
      event.preventDefault()
      void router.navigate({ href: link.pathname + link.search })
    }
    return { onClick, onPointerOver: prepare, onFocus: prepare }
  }, [router])
}
