// Checks the size of a parsed body once, before any work: depth, members, names and lists.
import { refuse } from '../base/errors.ts'
import { fixedLimits, type Limits } from '../config/limits.ts'
import { pathFault } from '../model/resolve.ts'

/** What a container holds, which decides the limit on the length of a list. */
type Zone = 'body' | 'entity' | 'data' | 'record' | 'other'

/** A container on the path from the body to the current value. */
interface Frame {
  readonly names: readonly string[] | null
  readonly values: readonly unknown[]
  readonly zone: Zone
  /** The index of the next value. */
  next: number
}

/** The points of a polygon are written in the name of a member; `polygon-points` limits them. */
const polygon = /^\$INBOUND\(/i

/**
 * Returns the body, or refuses it with the name of the limit that it exceeds. The walk keeps one frame per level and
 * stops at the first value over a limit, so it costs no more than parsing the body did.
 */
export function withinBudget(body: unknown, limits: Pick<Limits, 'writeRecords'>): unknown {
  // A raised write-records allows longer lists of records too.
  const listElements = Math.max(fixedLimits.listElements, limits.writeRecords)
  const frames: Frame[] = []
  enter(body, 'body', frames, listElements)
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (frame.next === frame.values.length) {
      frames.pop()
      continue
    }
    const at = frame.next++
    const value = frame.values[at]
    if (typeof value === 'object' && value !== null) {
      enter(value, zoneOf(frame, frame.names?.[at]), frames, listElements)
    }
  }
  return body
}

function enter(value: unknown, zone: Zone, frames: Frame[], listElements: number): void {
  if (typeof value !== 'object' || value === null) return
  if (frames.length === fixedLimits.jsonDepth) {
    refuse('LimitExceeded', '', `The body nests values deeper than ${fixedLimits.jsonDepth} levels.`)
  }
  if (Array.isArray(value)) {
    if (zone === 'record' && value.length > listElements) {
      const path = pathTo(frames)
      refuse(
        'LimitExceeded',
        path,
        `${path} is a list of ${value.length} elements; at most ${listElements} are allowed.`,
      )
    }
    frames.push({ names: null, values: value, zone, next: 0 })
    return
  }
  const names = Object.keys(value)
  if (names.length > fixedLimits.members) {
    const path = pathTo(frames)
    const message = `${path || 'The body'} has ${names.length} members; at most ${fixedLimits.members} are allowed.`
    refuse('LimitExceeded', path, message)
  }
  for (const name of names) checkName(name, frames)
  frames.push({ names, values: Object.values(value), zone: zone === 'data' ? 'record' : zone, next: 0 })
}

function checkName(name: string, frames: Frame[]): void {
  const fault = polygon.test(name) ? null : pathFault(name)
  if (fault !== null) refuse('LimitExceeded', pathTo(frames), fault)
}

function zoneOf({ zone, names }: Frame, name: string | undefined): Zone {
  if (names === null) return zone
  if (zone === 'body') return 'entity'
  if (zone === 'entity') return name?.toLowerCase() === 'data' ? 'data' : 'other'
  return zone
}

/** The path of the value that was taken last from each frame: `AbEntry.Data[3].SecAccess`. */
function pathTo(frames: readonly Frame[]): string {
  let path = ''
  for (const { names, next } of frames) {
    if (names === null) path += `[${next - 1}]`
    else path += path === '' ? names[next - 1] : `.${names[next - 1]}`
  }
  return path
}
