// Reads and marks the notifications of the person: what concerns them, and has not been read yet.
import { useQuery } from '@tanstack/react-query'
import { type Body, envelope, rowsOf } from './envelope.ts'
import { useWorkspace, type Workspace } from './workspace.tsx'

const most = 99
const counted = `$COUNTUPTO(${most + 1})`
const unread = { SearchQuery: { Read: false } }
const countBody = envelope({ Notification: { Scope: { Fields: { [counted]: 1 } }, Criteria: unread } })

/** Notifications come within seconds, and have no events of their own. */
const everyMs = 30_000

/** How many are not read, as a text; empty when there is none. */
export function useUnreadCount(enabled: boolean): string {
  const { api } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['Read', countBody],
    queryFn: ({ signal }) => api.call<Body>('Read', countBody, { signal }),
    meta: { entities: ['Notification'] },
    refetchInterval: everyMs,
    enabled,
  })
  const count = Number(rowsOf(data, 'Notification')[0]?.[counted] ?? 0)
  if (count === 0) return ''
  return count > most ? `${most}+` : String(count)
}

export async function markRead({ api, feed }: Workspace, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await api.call('Update', envelope({ Notification: { Data: keys.map(Key => ({ Key, Read: true })) } }))
  feed.announce([{ entity: 'Notification', key: null }])
}

/** Marks all, also those that are not shown. The server keeps few enough for one request. */
export async function markAllRead(workspace: Workspace): Promise<void> {
  const body = envelope({ Notification: { Scope: { Fields: { Key: 1 } }, Criteria: unread } })
  const answer = await workspace.api.call<Body>('Read', body)
  await markRead(
    workspace,
    rowsOf(answer, 'Notification').map(({ Key }) => String(Key)),
  )
}
