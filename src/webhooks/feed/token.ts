// Encodes the place of a reader in the event log as an opaque token, and tells where a reader stands who comes with one.
import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { refuse } from '../../base/errors.ts'
import type { EventLog } from '../../events/event-log.ts'

/** A place in the log of a database: everything up to the position was read. */
export interface Place {
  readonly db: number
  readonly timeline: string
  /** Seals the position. */
  readonly tokenKey: string
  readonly position: number
}

/**
 * Database and position are one block of a cipher under a key that only the store has. The token grants nothing, since every
 * event is rendered with the rights of whoever asks; but positions count all writes, also those that the reader may not see.
 */
const cipher = 'aes-128-ecb'
const keyOf = (tokenKey: string): Buffer => hash('sha256', tokenKey, 'buffer').subarray(0, 16)
/** Tells a token from other bytes. */
const sign = 0x66_65_65_64

export function encodePlace({ db, timeline, tokenKey, position }: Place): string {
  const block = Buffer.alloc(16)
  block.writeUInt32BE(sign)
  block.writeUIntBE(db, 4, 6)
  block.writeUIntBE(position, 10, 6)
  const sealing = createCipheriv(cipher, keyOf(tokenKey), null).setAutoPadding(false)
  return `${timeline}.${sealing.update(block).toString('base64url')}`
}

function openSealed(sealed: string, tokenKey: string): Pick<Place, 'db' | 'position'> | null {
  const opening = createDecipheriv(cipher, keyOf(tokenKey), null).setAutoPadding(false)
  const block = opening.update(Buffer.from(sealed, 'base64url'))
  if (block.readUInt32BE() !== sign) return null
  return { db: block.readUIntBE(4, 6), position: block.readUIntBE(10, 6) }
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

const wrongToken = (): never =>
  refuse('InvalidPageKey', 'after', 'after is no token of this feed. It is `next` of the page before.')

/** The place of `after`: a token, `now` for the end, or nothing for the oldest event that is kept. */
export async function placeOf(log: EventLog, db: number, after: string | null): Promise<Place> {
  const { timeline } = log
  const here = { db, timeline, tokenKey: (await log.tokenKey(timeline)) ?? '' }
  if (after === 'now') return { ...here, position: await log.end(db) }
  const begin = await log.begin(db)
  if (after === null) return { ...here, position: begin }
  const [, of, sealed] = /^(\w{1,20})\.([\w-]{22})$/.exec(after) ?? []
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
  throw new EventsGone('The log ends before this token: an older store has taken the place of the one that gave it.', {
    ...here,
    position: end,
  })
}
