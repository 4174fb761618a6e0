// Lists the protocols that are simulated.
import type { Protocol } from '../schedule.ts'
import { eventNumbering } from './event-numbering.ts'
import { groupCommit } from './group-commit.ts'
import { refreshRotation } from './refresh-rotation.ts'
import { webhookLeases } from './webhook-leases.ts'

export const protocols: readonly Protocol[] = [groupCommit, eventNumbering, webhookLeases, refreshRotation]
