// Evaluates functions in the place of a value, such as `$OFFSET(D-7, $TODAY())` or `$CURRENTUSER()`.
import { refuse } from '../../base/errors.ts'
import { fixedLimits } from '../../config/limits.ts'
import { parseMoment } from '../../fields/moment.ts'
import { type BindContext, CurrentUser, Moment } from '../../fields/value-type.ts'
import { calendar } from './calendar.ts'
import { offset } from './offset.ts'

const shape = /^\$([A-Z]+)\((.*)\)$/is
const names = [...Object.keys(calendar), 'OFFSET', 'CURRENTUSER']

/** Null when the text is not a function call. */
function callFunction(
  text: string,
  path: string,
  now: number,
  timeZone: string,
  offsets = 0,
): Moment | CurrentUser | null {
  const match = shape.exec(text.trim())
  if (!match) return null
  const name = (match[1] as string).toUpperCase()
  const inner = (match[2] as string).trim()
  if (name === 'CURRENTUSER') return new CurrentUser()
  if (name === 'OFFSET') return offsetOf(inner, path, now, timeZone, offsets + 1)
  const period = calendar[name]
  if (!period) {
    const known = names.map(n => `$${n}()`)
    return refuse('UnknownOperator', path, suggest => `There is no function $${name}().${suggest(`$${name}()`, known)}`)
  }
  return period(now, timeZone)
}

function offsetOf(inner: string, path: string, now: number, timeZone: string, offsets: number): Moment {
  const most = fixedLimits.nestedOffsets
  if (offsets > most) refuse('LimitExceeded', path, `${path} nests more than ${most} $OFFSET inside one another.`)
  const comma = inner.indexOf(',')
  const [rule, date] = [inner.slice(0, comma), inner.slice(comma + 1).trim()]
  const from = date.startsWith('$')
    ? callFunction(date, path, now, timeZone, offsets)
    : parseMoment(date.replace(/^["']|["']$/g, ''), timeZone)
  const moved = comma > 0 && from instanceof Moment ? offset(rule, from, timeZone) : null
  const rules = 'a rule such as D-7 (Y, Q, M, W, D, H or h, m or s, a sign, a count) and a date'
  return moved ?? refuse('InvalidValue', path, `${path}: $OFFSET takes ${rules}.`)
}

/** `findUid` finds a user's Uid in any letter case, `survivorOf` the record that a record was merged into. */
export const bindContext = (
  now: number,
  timeZone: string,
  uid: string,
  { findUid, survivorOf }: Pick<BindContext, 'findUid' | 'survivorOf'>,
): BindContext => ({
  now,
  timeZone,
  uid,
  findUid,
  survivorOf,
  call: (text, path) => callFunction(text, path, now, timeZone),
})
