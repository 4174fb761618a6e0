// Links to a screen of the database; its code is loaded when the pointer comes near.
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { databaseAddress, recordPath, useDatabase } from './addresses.ts'

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path below the database: `entries`. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

export function PageLink({ to, search = {}, ...rest }: PageLinkProps) {
  const database = useDatabase()
  return <Link to={databaseAddress(database, to)} search={search} activeOptions={{ exact: true }} {...rest} />
}

interface RecordLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly entity: string
  readonly recordKey: string
  readonly children: ReactNode
}

/** The name of a record that leads to its screen; plain text when the entity has none. */
export function RecordLink({ entity, recordKey, children, ...rest }: RecordLinkProps) {
  const path = recordPath(entity, recordKey)
  if (path === null) return <span className={rest.className}>{children}</span>
  return (
    <PageLink to={path} {...rest}>
      {children}
    </PageLink>
  )
}
