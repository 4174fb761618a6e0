// Ends an attempt exactly once and removes its cookie.
import { seconds } from '../base/clock.ts'
import { redirect, type WebAnswer } from '../base/web.ts'
import type { Purpose, SignedIn, SignInOutcome } from './attempt.ts'
import { isHttps, type SignInContext, tell } from './context.ts'
import { attemptCookie, clearCookie } from './cookies.ts'
import { noteBrowser } from './known-browsers.ts'
import { endedPage } from './pages/error-page.ts'
import { finishAttempt } from './statements.ts'

const outcomeOf = ({ room, row }: SignInContext): SignInOutcome => room.outcomes[row.purpose as Purpose]

const leave = ({ room, row }: SignInContext, location: string, cookie?: string): WebAnswer => {
  const https = isHttps(room)
  const answer = redirect(location)
  const cleared = clearCookie(attemptCookie(row.digest, https), https)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie === undefined ? cleared : [cleared, cookie] } }
}

/** Writes the outcome in the same transaction that ends the attempt. */
export async function finish(context: SignInContext, who: SignedIn): Promise<WebAnswer> {
  const { room, row, request } = context
  const ending = await room.store.write(async tx => {
    const ended = await tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) }))
    if (ended !== 1) return null
    await noteBrowser(tx, room, who, { request, https: isHttps(room) })
    return outcomeOf(context).finish(tx, row.request, who, request)
  })
  if (ending === null) return endedPage(context.frame)
  tell(context, 'signed in', who)
  return leave(context, ending.location, ending.cookie)
}

export async function cancel(context: SignInContext): Promise<WebAnswer> {
  const { room, row } = context
  const ended = await room.store.write(tx =>
    tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) })),
  )
  return ended === 1 ? leave(context, outcomeOf(context).cancel(row.request)) : endedPage(context.frame)
}
