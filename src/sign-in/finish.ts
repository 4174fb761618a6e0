// Ends an attempt exactly once and removes its cookie.
import { endInvitation } from '../accounts/password-links.ts'
import { seconds } from '../base/clock.ts'
import { redirect, type WebAnswer } from '../base/web.ts'
import { endedPage } from '../pages/sign-in/error-page.ts'
import type { Purpose, SignedInUser, SignInOutcome } from './attempt.ts'
import { currentStep, isHttps, logSignIn, type SignInContext } from './context.ts'
import { attemptCookie, clearCookie } from './cookies.ts'
import type { AccountChoice, Proof } from './flow.ts'
import { agentOf, noteBrowser } from './known-browsers.ts'
import { newDeviceMail } from './message.ts'
import { logSuccess } from './sign-in-log.ts'
import { finishAttempt, setProof } from './statements.ts'

const outcomeOf = ({ room, row }: SignInContext): SignInOutcome => room.outcomes[row.purpose as Purpose]

const leave = ({ room, row }: SignInContext, location: string, cookies: readonly string[] = []): WebAnswer => {
  const https = isHttps(room)
  const answer = redirect(location)
  const cleared = clearCookie(attemptCookie(row.digest, https), https)
  return { ...answer, headers: { ...answer.headers, 'set-cookie': [cleared, ...cookies] } }
}

/** Goes on with a person who has proved to own the account: to a second factor when one is needed, else to the outcome. */
export async function prove(
  context: SignInContext,
  account: AccountChoice,
  proof: Proof,
  provider: string | null = null,
): Promise<WebAnswer> {
  const { room, row } = context
  const { db, uid } = account
  const proved = { ...context, row: { ...row, db, uid, proof, provider, factor: null, kept: null } }
  if ((await currentStep(proved)).name === 'done') return finish(proved, account, proof)
  await room.store.write(tx => tx.run(setProof(room.store.dialect, { digest: row.digest, db, uid, proof, provider })))
  return redirect(context.frame.path)
}

/** Writes the outcome in the same transaction that ends the attempt. */
export async function finish(
  context: SignInContext,
  who: SignedInUser & Pick<AccountChoice, 'email'>,
  proof: Proof,
): Promise<WebAnswer> {
  const { room, row, request } = context
  const ending = await room.store.write(async tx => {
    const ended = await tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) }))
    if (ended !== 1) return null
    const device = await noteBrowser(tx, room, who, { request, https: isHttps(room) })
    await logSuccess(tx, context, who, { proof, newDevice: device !== 'known' })
    await endInvitation(tx, room, who)
    const provider = proof === 'sso' ? row.provider : null
    const proofs = [proof, row.factor].filter(each => each !== null)
    return { device, ...(await outcomeOf(context).finish(tx, row.request, { ...who, proofs, provider }, request)) }
  })
  if (ending === null) return endedPage(context.frame)
  logSignIn(context, 'signed in', who)
  if (ending.device === 'new') tellOfNewDevice(context, who)
  return leave(context, ending.location, ending.cookies)
}

/** Mails the user that a browser other than the earlier ones has signed in. */
function tellOfNewDevice({ room, frame, request }: SignInContext, who: SignedInUser & Pick<AccountChoice, 'email'>) {
  if (!room.policy.newDeviceMail) return
  const at = new Date(room.clock.now())
  const device = { agent: agentOf(request), address: request.address, at }
  const link = `${room.origin()}/d/${who.database}/account?tab=signIns`
  room.afterResponse(() => room.mailer.send(newDeviceMail(frame, { ...who, ...device, link })))
}

export async function cancel(context: SignInContext): Promise<WebAnswer> {
  const { room, row } = context
  const location = await room.store.write(async tx => {
    const ended = await tx.run(finishAttempt(room.store.dialect, { digest: row.digest, now: seconds(room.clock) }))
    return ended === 1 ? outcomeOf(context).cancel(tx, row.request) : null
  })
  return location === null ? endedPage(context.frame) : leave(context, location)
}
