// Derives the secret that the calls of an action are signed with from the key of the installation; it is not stored.
import { createHmac } from 'node:crypto'

interface CallAction {
  readonly db: number
  /** The WorkflowAction. */
  readonly action: string
  /** Replaced when the secret is. */
  readonly salt: string
}

/** In the form of Standard Webhooks. */
export const callSecretOf = (key: string, { db, action, salt }: CallAction): string =>
  `whsec_${createHmac('sha256', key).update(`workflow-call\n${db}\n${action}\n${salt}`).digest('base64')}`
