// Declares grants and sessions as the server lists them, and ends them.
import { useQueryClient } from '@tanstack/react-query'
import { useWorkspace } from '../api/workspace.tsx'
import type { Texts } from '../texts/types.ts'
import { showFailure } from './frame/undo-notices.tsx'

type EndReason = keyof Texts['setup']['sessions']['reasons']

/** What was granted to an application, or a session of the console. */
export interface Grant {
  readonly Id: string
  readonly Kind: 'application' | 'session'
  readonly Application: string
  readonly User: string
  readonly UserName: string
  readonly Scope: string
  /** Where its tokens are good. */
  readonly Resource: 'api' | 'mcp' | 'userinfo'
  readonly Created: string
  readonly LastUsed: string
  readonly Agent: string | null
  readonly Current: boolean
  readonly Ended: string | null
  readonly EndReason: EndReason | null
  readonly EndedBy: string | null
  /** What the person who ended it wrote. */
  readonly Reason: string | null
  readonly LastRefusal: { readonly Time: string; readonly Reason: EndReason } | null
}

export interface GrantPage {
  readonly Grants: readonly Grant[]
  readonly Next: string | null
}

/** Sends something that changes what such lists show, and reads them again. */
export function useChange(): (work: Promise<unknown>) => Promise<boolean> {
  const queries = useQueryClient()
  return async work => {
    try {
      await work
      await queries.invalidateQueries({ queryKey: ['Get'] })
      return true
    } catch (error) {
      showFailure(error)
      return false
    }
  }
}

/** Ends a grant or a session. */
export function useRevoke(): (id: string, reason?: string) => void {
  const { api } = useWorkspace()
  const change = useChange()
  return (id, reason = '') => {
    const query = reason === '' ? '' : `?${new URLSearchParams({ reason })}`
    void change(api.send('DELETE', `auth/v1/grants/${id}${query}`))
  }
}
