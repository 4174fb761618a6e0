// Limits how many clients wait for events, and ends their waits when the server stops or their tokens end.
import type { Caller } from '../../accounts/caller.ts'
import { Refusal } from '../../base/errors.ts'
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts'

/** Judges the bearer token of a request. */
export interface Bearer {
  /** The caller as of now; throws a Refusal when the token has ended. */
  judge(): MaybePromise<Caller>
  /** A counter of the changes that may have ended a token or changed the rights of a caller. */
  changes(): number
}

/** A client that waits. */
export interface Follower {
  /** The caller with the rights of now; throws a Refusal when the token has ended. */
  caller(): Promise<Caller>
  /** Aborted when the wait is over; its reason is a Refusal when the token has ended. */
  readonly ended: AbortSignal
  leave(): void
}

/** How many clients of one process wait at the same time: of a user, of a database, in all. */
const most = { user: 20, database: 200, all: 1_000 } as const
/** A revoked token is noticed within this time; one that expires within the longer one. */
const lookMs = 1_000
const expiryMs = 15_000

interface FollowerState {
  readonly bearer: Bearer
  readonly end: AbortController
  caller: Caller
  /** The count of changes and the time when the token was judged. */
  changes: number
  judged: number
}

export class Followers {
  readonly #waiting = new Set<FollowerState>()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  /** Refuses when too many wait already. `gone` is aborted when the client has gone. */
  add(caller: Caller, bearer: Bearer, gone: AbortSignal): Follower {
    this.#refuseTooMany(caller)
    const end = new AbortController()
    const waiting: FollowerState = { bearer, end, caller, changes: bearer.changes(), judged: performance.now() }
    if (this.#closed) end.abort()
    this.#waiting.add(waiting)
    this.#timer ??= setInterval(() => this.#look(), lookMs).unref()
    return {
      caller: async () => {
        if (bearer.changes() !== waiting.changes) await judge(waiting)
        if (end.signal.reason instanceof Refusal) throw end.signal.reason
        return waiting.caller
      },
      ended: AbortSignal.any([end.signal, gone]),
      leave: () => {
        this.#waiting.delete(waiting)
        if (this.#waiting.size > 0) return
        clearInterval(this.#timer)
        this.#timer = undefined
      },
    }
  }

  /** Ends all waits; later ones end at once. */
  close(): void {
    this.#closed = true
    for (const { end } of this.#waiting) end.abort()
  }

  #refuseTooMany({ db, uid }: Caller): void {
    const ofDatabase = [...this.#waiting].filter(({ caller }) => caller.db === db)
    const ofUser = ofDatabase.filter(({ caller }) => caller.uid === uid)
    if (ofUser.length >= most.user) tooMany(`A user can wait for events ${most.user} times at once.`)
    if (ofDatabase.length >= most.database) tooMany(`At most ${most.database} clients of a database wait for events.`)
    if (this.#waiting.size >= most.all) tooMany(`At most ${most.all} clients wait for events.`)
  }

  #look(): void {
    const now = performance.now()
    for (const waiting of this.#waiting) {
      const unchanged = waiting.bearer.changes() === waiting.changes
      if (!unchanged || now - waiting.judged >= expiryMs) void judge(waiting)
    }
  }
}

async function judge(waiting: FollowerState): Promise<void> {
  Object.assign(waiting, { changes: waiting.bearer.changes(), judged: performance.now() })
  try {
    waiting.caller = await waiting.bearer.judge()
  } catch (error) {
    // A store that cannot be reached says nothing about the token; the next look asks again.
    if (error instanceof Refusal) waiting.end.abort(error)
    else waiting.changes = -1
  }
}

/** The client comes back a little later, or reads pages without waiting. */
function tooMany(message: string): never {
  throw new Refusal([{ error: 'TooManyRequests', path: 'wait', message }])
}
