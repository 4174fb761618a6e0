// Holds the lease of an import for a process, whose name lets other processes of its machine notice when it has ended.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { isRunning } from '../../base/programs/programs.ts'

/** An import that its holder has not renewed for so long is taken over; milliseconds. */
export const leaseMs = 10_000

/** The lease was lost, or the user has ended the phase. */
export class LeaseLostError extends Error {}

/** The holders in this process. */
const known = new Set<string>()

/** The name of a holder in this process: machine, process number, and an identifier of its own. */
export function newHolder(): string {
  const holder = [hostname(), process.pid, randomUUID()].join(' ')
  known.add(holder)
  return holder
}

/**
 * Whether a holder of this machine has ended. A process of another machine may be there or not: its lease says so. A wrong
 * answer costs only work, since a step is committed by the holder alone.
 */
export function hasEnded(holder: string, own: string): boolean {
  const [machine, number] = holder.split(' ')
  const [ownMachine, ownNumber] = own.split(' ')
  if (machine !== ownMachine || number === undefined) return false
  // The number is that of this process after the restart of a container. Of two holders in one process both are there.
  if (number === ownNumber) return !known.has(holder)
  return !isRunning(Number(number))
}
