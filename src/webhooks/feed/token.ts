// Encodes the place of a reader in the event log as an opaque token, and tells where a reader stands who comes with one.
import { refuse } from '../../base/errors.ts'
import type { EventLog } from '../../events/event-log.ts'

/** A place in the log of a database: everything up to the position was read. */
export interface Place {
  readonly db: number
  readonly timeline: string
  readonly position: number
}

/** A token longer than this is none of ours. */
const tokenMaxLength = 100

/** Not signed: it grants nothing, since every event is rendered with the rights of whoever asks. */
export const encodePlace = ({ db, timeline, position }: Place): string =>
  Buffer.from(`1 ${db} ${timeline} ${position}`).toString('base64url')

function decodePlace(token: string): Place | null {
  const text = token.length > tokenMaxLength ? '' : Buffer.from(token, 'base64url').toString('latin1')
  const [, db, timeline, position] = /^1 (\d{1,15}) (\w+) (\d{1,15})$/.exec(text) ?? []
  if (db === undefined || timeline === undefined || position === undefined) return null
  return { db: Number(db), timeline, position: Number(position) }
}

/** The events after a token are not there any more; `resume` is the token to go on with. */
export class EventsGone extends Error {
  readonly resume: string
  constructor(message: string, resume: Place) {
    super(message)
    this.name = 'EventsGone'
    this.resume = encodePlace(resume)
  }
}

/** The place of `after`: a token, `now` for the end, or nothing for the oldest event that is kept. */
export async function placeOf(log: EventLog, db: number, after: string | null): Promise<Place> {
  const { timeline } = log
  if (after === 'now') return { db, timeline, position: await log.end(db) }
  const begin = await log.begin(db)
  if (after === null) return { db, timeline, position: begin }
  const place = decodePlace(after)
  if (!place)
    return refuse('InvalidPageKey', 'after', 'after is no token of this feed. It is `next` of the page before.')
  if (place.db !== db) return refuse('InvalidPageKey', 'after', 'after is the token of another database.')
  if (place.timeline !== timeline) {
    const common = await log.commonEnd(db, place.timeline)
    const position = common === null ? begin : Math.max(begin, Math.min(common, place.position))
    throw new EventsGone(
      'The store was restored from a backup, or a replica has taken over: events after this token may have been undone.',
      { db, timeline, position },
    )
  }
  if (place.position < begin) {
    const message = 'The events after this token are older than events are kept.'
    throw new EventsGone(message, { db, timeline, position: begin })
  }
  const end = await log.end(db)
  if (place.position <= end) return place
  throw new EventsGone('The log ends before this token: an older store has taken the place of the one that gave it.', {
    ...{ db, timeline },
    position: end,
  })
}
