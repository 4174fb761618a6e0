// Declares what the parts of the room share.
import type { Callers } from '../accounts/caller.ts'
import type { Log } from '../base/log/log.ts'
import type { OperationParts } from '../envelope/run.ts'

export interface ImportParts {
  readonly operations: OperationParts
  readonly callers: Pick<Callers, 'find'>
  readonly log: Pick<Log, 'error' | 'info'>
}
