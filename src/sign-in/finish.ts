// Ends an attempt exactly once and removes its cookie.
import { seconds } from '../base/clock.ts'
import { redirect, type WebAnswer } from '../base/web.ts'
import type { SignedIn } from './attempt.ts'
import { isHttps, type SignInContext } from './context.ts'
import { attemptCookie, clearCookie } from './cookies.ts'
import { endedPage } from './pages/error-page.ts'
import { finishAttempt } from './statements.ts'

const leave = ({ room, row }: SignInContext, location: string): WebAnswer => {
  const https = isHttps(room)
  const answer = redirect(location)
  return {
    ...answer,
    headers: { ...answer.headers, 'set-cookie': clearCookie(attemptCookie(row.digest, https), https) },
  }
}

/** Writes the outcome in the same transaction that ends the attempt. */
export async function finish(context: SignInContext, who: SignedIn): Promise<WebAnswer> {
  const { room, row } = context
  const location = await room.store.write(async tx => {
    const ended = await tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) }))
    return ended === 1 ? room.outcome.finish(tx, row.request, who) : null
  })
  return location === null ? endedPage(context.frame) : leave(context, location)
}

export async function cancel(context: SignInContext): Promise<WebAnswer> {
  const { room, row } = context
  const ended = await room.store.write(tx =>
    tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) })),
  )
  return ended === 1 ? leave(context, room.outcome.cancel(row.request)) : endedPage(context.frame)
}
