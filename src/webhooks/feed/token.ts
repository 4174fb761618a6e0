// Encodes the position of a reader in the event log as an opaque token, and decodes it.
import { createHmac } from 'node:crypto'
import { refuse } from '../../base/errors.ts'
import { seal, unseal } from '../../base/secrets/seal.ts'
import type { EventLog } from '../../events/event-log.ts'

/** A position in the log of a database: all events up to it were read. */
export interface FeedPosition {
  readonly db: number
  readonly timeline: string
  /** Seals the position. */
  readonly tokenKey: string
  readonly position: number
}

const purpose = 'clientele change feed'

/**
 * Database and position are sealed under a key that only the store has. The token grants nothing, since every event is
 * rendered with the rights of the reader; but positions count all writes, also those that the reader may not see. The
 * nonce follows from what is sealed, so that a position has one token; its length does not reveal the position.
 */
export function encodePosition({ db, timeline, tokenKey, position }: FeedPosition): string {
  const text = `${db} ${String(position).padStart(15, '0')}`
  const nonce = (length: number) => createHmac('sha256', tokenKey).update(text).digest().subarray(0, length)
  return `${timeline}.${seal(text, tokenKey, purpose, nonce)}`
}

function openSealed(sealed: string, tokenKey: string): Pick<FeedPosition, 'db' | 'position'> | null {
  const [db, position] = unseal(sealed, tokenKey, purpose)?.split(' ') ?? []
  return db === undefined || position === undefined ? null : { db: Number(db), position: Number(position) }
}

/** The events after a token are not there any more; `resume` is the token to go on with. */
export class EventsGone extends Error {
  readonly resume: string
  constructor(message: string, resume: FeedPosition) {
    super(message)
    this.name = 'EventsGone'
    this.resume = encodePosition(resume)
  }
}

const wrongToken = (): never =>
  refuse('InvalidPageKey', 'after', 'after is no token of this feed. It is `next` of the page before.')

/** The position of `after`: a token, `now` for the end, or nothing for the oldest event that is kept. */
export async function positionAfter(log: EventLog, db: number, after: string | null): Promise<FeedPosition> {
  const { timeline } = log
  const here = { db, timeline, tokenKey: (await log.tokenKey(timeline)) ?? '' }
  if (after === 'now') return { ...here, position: await log.now(db) }
  const begin = await log.begin(db)
  if (after === null) return { ...here, position: begin }
  const [, of, sealed] = /^(\w{1,20})\.([\w-]{30,100})$/.exec(after) ?? []
  if (of === undefined || sealed === undefined) return wrongToken()
  const tokenKey = await log.tokenKey(of)
  const place = tokenKey === null ? null : openSealed(sealed, tokenKey)
  if (tokenKey !== null && !place) return wrongToken()
  if (place && place.db !== db) return refuse('InvalidPageKey', 'after', 'after is the token of another database.')
  if (!place || of !== timeline) {
    const common = await log.commonEnd(db, of)
    const position = !place || common === null ? begin : Math.max(begin, Math.min(common, place.position))
    throw new EventsGone(
      'The store was restored from a backup, or a replica has taken over: events after this token may have been undone.',
      { ...here, position },
    )
  }
  if (place.position < begin) {
    const message = 'The events after this token are older than events are kept.'
    throw new EventsGone(message, { ...here, position: begin })
  }
  const end = await log.end(db)
  if (place.position <= end) return { ...here, position: place.position }
  throw new EventsGone('The log ends before this token: an older copy of the store has replaced it.', {
    ...here,
    position: end,
  })
}
