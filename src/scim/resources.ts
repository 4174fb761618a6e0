// Declares what the resources of SCIM need of the server.
import type { Log } from '../base/log/log.ts'
import type { OperationParts } from '../envelope/run.ts'
import type { Sso } from '../sso/providers.ts'
import type { Handovers } from './handover.ts'

export interface ScimParts {
  readonly operations: OperationParts
  readonly handovers: Handovers
  readonly log: Pick<Log, 'info' | 'error'>
  /** The address of the SCIM server; known once the server listens. */
  readonly base: () => string
  readonly sso: Pick<Sso, 'settings'>
}
