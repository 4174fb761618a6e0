// Changes the password of a caller who knows the old one; the caller stays signed in.
import { addressOf } from '../accounts/address.ts'
import { type Caller, shareOf } from '../accounts/caller.ts'
import { accountsOf } from '../accounts/directory.ts'
import { verifyPassword } from '../accounts/passwords.ts'
import { seconds } from '../base/clock.ts'
import { Refusal, refuse } from '../base/errors.ts'
import type { WebRequest } from '../base/web.ts'
import type { SystemParts } from '../operations/system/system-context.ts'
import { allowances, type SignInParts } from '../sign-in/context.ts'
import { writePassword } from '../sign-in/set-password.ts'
import { emailOfUser } from '../sign-in/statements.ts'
import type { Sessions } from './sessions.ts'

interface OwnPasswordParts extends SystemParts, Pick<SignInParts, 'throttle' | 'policy' | 'sso'> {
  readonly sessions: Sessions
}

interface PasswordChange {
  readonly old: string
  readonly next: string
}

/** Returns the cookie of the session that replaces the caller's; null when the caller has a token. */
export type ChangeOwnPassword = (caller: Caller, change: PasswordChange, request: WebRequest) => Promise<string | null>

export const ownPassword =
  (parts: OwnPasswordParts): ChangeOwnPassword =>
  async (caller, { old, next }, request) => {
    const { hash, email } = await accountOf(parts, caller)
    const [perEmail, perAddress] = allowances({ room: parts, request }, 'password', addressOf(email))
    // Guesses count together with those of the sign-in pages.
    const wait = await parts.throttle.take(perEmail, perAddress)
    if (wait > 0) throw new TooManyGuesses(wait)
    if (!(await verifyPassword(old, hash, { share: shareOf(caller) }))) {
      refuse('InvalidValue', 'OldPassword', 'That is not your password.')
    }
    await parts.throttle.forget(perEmail)
    await parts.throttle.giveBack(perAddress)
    let cookie: string | null = null
    await writePassword(parts, caller, next, async tx => {
      const { session, uid } = caller
      if (!session) return
      // The new password ends every session that began before it, this one too.
      await parts.sessions.end(tx, session.id, { reason: 'password-changed', by: uid })
      // What began in the second of the new password ends with it, so the new session counts from the next one.
      cookie = await parts.sessions.begin(tx, caller, request, seconds(parts.clock) + 1)
    }).catch(atNewPassword)
    return cookie
  }

/** The caller's account; refused when it does not sign in with a password. */
async function accountOf(
  { store, sso }: OwnPasswordParts,
  { db, uid }: Caller,
): Promise<{ hash: string; email: string }> {
  const [row] = await store.rows(emailOfUser(store.dialect, { db, uid }))
  const account = (await accountsOf(store, row?.email ?? '')).find(one => one.db === db && one.uid === uid)
  if (!account || account.ssoOnly || (await sso.settings(db))?.only) {
    refuse('RuleViolated', 'OldPassword', 'You sign in by single sign-on; your password is kept there.')
  }
  if (account.password === null) {
    refuse(
      'RuleViolated',
      'OldPassword',
      'You have no password yet. "Forgot your password?" at the sign-in sends a link.',
    )
  }
  return { hash: account.password, email: account.email }
}

/** Reports problems of User's field Password at the member NewPassword of the request. */
function atNewPassword(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const field = 'User.Data.Password'
  throw new Refusal(
    error.told().map(({ message, ...problem }) => ({
      ...problem,
      path: problem.path === field ? 'NewPassword' : problem.path,
      message: message.replaceAll(field, 'NewPassword'),
    })),
  )
}

class TooManyGuesses extends Refusal {
  readonly retryAfterSeconds: number

  constructor(seconds: number) {
    super([{ error: 'TooManyRequests', path: 'OldPassword', message: `Too many wrong passwords. Wait ${seconds} s.` }])
    this.retryAfterSeconds = seconds
  }
}
