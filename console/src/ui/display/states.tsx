// Shows what a screen is when it has no content: loading, empty, failed, or not for this person.
import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ClienteleError, Refused, TryLater } from '../../api/errors.ts'
import { useTexts } from '../../texts/index.tsx'
import { Icon, type IconName } from './icons.tsx'
import classes from './states.module.css'

/** Grey lines in the place of rows, as high as the rows will be. */
export function Loading({ rows = 6, height = 36 }: { rows?: number; height?: number }) {
  const { ui } = useTexts()
  return (
    <div role="status" aria-label={ui.states.loading}>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike
        <div key={at} className={classes.line} style={{ height }}>
          <Skeleton height={10} width={`${68 - ((at * 17) % 40)}%`} radius="sm" />
        </div>
      ))}
    </div>
  )
}

interface EmptyProps {
  readonly icon?: IconName
  readonly title: string
  readonly hint?: ReactNode
  /** The button that ends the emptiness. */
  readonly action?: ReactNode
  /** A short line inside a section, not a page of its own. */
  readonly small?: boolean
}

export function Empty({ icon, title, hint, action, small = false }: EmptyProps) {
  return (
    <div className={small ? classes.small : classes.state}>
      {icon && (
        <span className={classes.sign}>
          <Icon name={icon} size={small ? 16 : 20} />
        </span>
      )}
      <p className={small ? undefined : classes.title}>{title}</p>
      {hint && <div className={classes.hint}>{hint}</div>}
      {action}
    </div>
  )
}

/** The problems of a caller who may not do this. */
const forbidden = ['InsufficientScope', 'AdministratorRequired', 'AccessDenied'] as const

export function Failed({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const { ui } = useTexts()
  if (error instanceof Refused && forbidden.some(name => error.problem(name)))
    return <NoPermission hint={error.message} />
  const isBusy = error instanceof TryLater
  const isAway = isBusy && error.retryAfterMs === null
  const title = isAway ? ui.states.unreachable : isBusy ? ui.states.busy : ui.states.failed
  const hint = isAway ? ui.states.unreachableHint : isBusy ? ui.states.busyHint : messageOf(error)
  return (
    <div role="alert">
      <Empty
        icon="warning"
        title={title}
        hint={
          <>
            <p>{hint}</p>
            {error instanceof ClienteleError && error.requestId && (
              <p className={classes.id}>{ui.states.requestId(error.requestId)}</p>
            )}
          </>
        }
        action={
          retry && (
            <Button variant="default" onClick={retry}>
              {ui.retry}
            </Button>
          )
        }
      />
    </div>
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function NoPermission({ hint }: { hint?: string }) {
  const { ui } = useTexts()
  return <Empty icon="lock" title={ui.states.noPermission} hint={hint ?? ui.states.noPermissionHint} />
}

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>
  /** What stands there until the answer comes; rows of text unless said. */
  readonly loading?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** The content of a query once it is there; until then, and if it fails, its state. */
export function Loaded<T>({ query, loading, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  return loading ?? <Loading />
}
