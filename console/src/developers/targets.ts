// Declares what the server tells of webhook targets and their deliveries.

export interface Target {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly entities: readonly string[] | null
  readonly operations: readonly string[] | null
  readonly filter: Readonly<Record<string, unknown>> | null
  readonly payload: 'full' | 'changes' | 'thin'
  readonly order: 'record' | 'strict'
  readonly enabled: boolean
  readonly owner: string
  readonly status: 'active' | 'failing' | 'error' | 'paused' | 'failures' | 'gone' | 'revoked'
}

export interface Delivery {
  readonly id: string
  readonly event: string
  readonly type: string
  readonly attempt: number
  readonly outcome: string
  readonly status: number | null
  readonly at: string
  readonly ms: number
  readonly nextAt: string | null
  readonly request: string
  readonly response: string | null
}

export interface EventTypes {
  readonly eventTypes: readonly { readonly type: string; readonly entity: string; readonly operation: string }[]
}

export const targetPath = (id = ''): string => `webhooks/v1/targets${id === '' ? '' : `/${id}`}`

/** What is wrong is shown in red, what waits in grey. */
export const statusColour = ({ status }: Pick<Target, 'status'>): string =>
  status === 'active' ? 'green' : status === 'paused' ? 'gray' : 'red'
