// Ends an attempt exactly once and removes its cookie.
import { endInvitation } from '../accounts/password-links.ts'
import { seconds } from '../base/clock.ts'
import { redirect, type WebAnswer } from '../base/web.ts'
import { endedPage } from '../pages/sign-in/error-page.ts'
import type { Purpose, SignedInUser, SignInOutcome } from './attempt.ts'
import { isHttps, logSignIn, type SignInContext } from './context.ts'
import { attemptCookie, clearCookie } from './cookies.ts'
import { noteBrowser } from './known-browsers.ts'
import { finishAttempt } from './statements.ts'

const outcomeOf = ({ room, row }: SignInContext): SignInOutcome => room.outcomes[row.purpose as Purpose]

const leave = ({ room, row }: SignInContext, location: string, cookie?: string): WebAnswer => {
  const https = isHttps(room)
  const answer = redirect(location)
  const cleared = clearCookie(attemptCookie(row.digest, https), https)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie === undefined ? cleared : [cleared, cookie] } }
}

/** Writes the outcome in the same transaction that ends the attempt. */
export async function finish(context: SignInContext, who: SignedInUser): Promise<WebAnswer> {
  const { room, row, request } = context
  const ending = await room.store.write(async tx => {
    const ended = await tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) }))
    if (ended !== 1) return null
    await noteBrowser(tx, room, who, { request, https: isHttps(room) })
    await endInvitation(tx, room, who)
    return outcomeOf(context).finish(tx, row.request, who, request)
  })
  if (ending === null) return endedPage(context.frame)
  logSignIn(context, 'signed in', who)
  return leave(context, ending.location, ending.cookie)
}

export async function cancel(context: SignInContext): Promise<WebAnswer> {
  const { room, row } = context
  const ended = await room.store.write(tx =>
    tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) })),
  )
  return ended === 1 ? leave(context, outcomeOf(context).cancel(row.request)) : endedPage(context.frame)
}
