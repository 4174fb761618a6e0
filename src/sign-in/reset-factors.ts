// Resets the second factors of a user for an administrator, and mails the user that it happened.
import type { Caller } from '../accounts/caller.ts'
import { resetFactors } from '../factors/reset-factors.ts'
import { userName } from '../options/users.ts'
import { textsOf } from '../pages/sign-in/texts/index.ts'
import type { SignInParts } from './context.ts'
import { factorResetMail } from './message.ts'
import { emailOfUser } from './statements.ts'

/** Returns false when the user had none. */
export type FactorReset = (caller: Caller, uid: string) => Promise<boolean>

export const factorReset =
  (parts: Pick<SignInParts, 'store' | 'clock' | 'mailer' | 'look' | 'origin' | 'onFault'>): FactorReset =>
  async (caller, uid) => {
    const { store, clock, mailer, look, origin } = parts
    const { db, database } = caller
    if (!(await resetFactors({ store, clock }, { db, uid }, caller))) return false
    const [user] = await store.rows(emailOfUser(store.dialect, { db, uid }))
    if (!user?.email || uid === caller.uid) return true
    const style = { look, texts: textsOf(user.culture ?? caller.culture) }
    const facts = { database, by: await userName(parts, db, caller.uid), at: new Date(clock.now()) }
    const link = `${origin()}/d/${database}/account?tab=signIns`
    await mailer.send(factorResetMail(style, { email: user.email, ...facts, link })).catch(parts.onFault)
    return true
  }
