// Keeps the windows of the lists that were shown last, so that a person can go back without waiting.
import { type Body, envelope, type ReadAnswer } from '../api/envelope.ts'
import { type KnownBy, named } from '../api/names.ts'
import type { Workspace } from '../api/workspace.tsx'
import { PageWindow } from './page-window.ts'

/** What a list reads, without its pages. */
export interface ListRequest {
  /** As the request spells it. */
  readonly entity: string
  readonly fields: Body
  readonly criteria: Body
  readonly order: readonly Body[]
  readonly knownBy: KnownBy
  /** Further entities whose changes may change the list. */
  readonly follows: readonly string[]
}

const pageSize = 60
/** Lists to which one can go back without waiting. */
const keptWindows = 6

type Reader = Pick<Workspace, 'api' | 'store'>

const kept = new WeakMap<Reader, Map<string, PageWindow>>()

export const listMembers = (
  { entity, fields, criteria, order }: ListRequest,
  PageKey: string | null,
  size = pageSize,
) => ({
  [entity]: {
    Scope: { Fields: fields },
    Criteria: criteria,
    OrderBy: { ...(order.length > 0 ? { Fields: order } : {}), PageSize: size, PageKey },
  },
})

/** The window of a list by its request as text: the cached window, or a new one, which reads its first page at once. */
export function windowOf(workspace: Reader, text: string): PageWindow {
  const { api, store } = workspace
  const windows = kept.get(workspace) ?? new Map<string, PageWindow>()
  kept.set(workspace, windows)
  const known = windows.get(text)
  if (known) {
    // The last one used stays the longest.
    windows.delete(text)
    windows.set(text, known)
    return known
  }
  const request = JSON.parse(text) as ListRequest
  const window = new PageWindow({
    store,
    scope: request.fields,
    load: async (pageKey, signal) => {
      const answer = await api.call<Record<string, ReadAnswer>>('Read', envelope(listMembers(request, pageKey)), {
        signal,
      })
      const { Data, PageKey = null } = answer[request.entity] as ReadAnswer
      return { rows: named(Data, request.knownBy), next: PageKey }
    },
  })
  windows.set(text, window)
  window.show(0, 0)
  const [oldest] = windows.keys()
  if (windows.size > keptWindows && oldest !== undefined) {
    windows.get(oldest)?.dispose()
    windows.delete(oldest)
  }
  return window
}
