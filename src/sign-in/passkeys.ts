// Says which passkeys a step accepts, with the options that its page gives to the browser.
import { createHmac } from 'node:crypto'
import type { CeremonyOptions } from '../factors/webauthn.ts'
import type { PasskeyQuestion } from '../pages/sign-in/passkey-form.ts'
import type { SignInContext } from './context.ts'
import type { AccountChoice, SignInStep } from './flow.ts'

/** Derived from the cookie of the attempt and the number of challenges that were used, so that pages write nothing. */
export const challengeOf = ({ row, secret }: Pick<SignInContext, 'row' | 'secret'>): string =>
  createHmac('sha256', secret).update(`passkey ${row.challenges}`).digest('base64url')

/** Whether a passkey is enough to sign in to the account. */
export const isEnough = async ({ room }: Pick<SignInContext, 'room'>, account: AccountChoice): Promise<boolean> =>
  !account.ssoRequired && (await room.factors.passkeys.use(account.db)) === 'alone'

/** The question of a step; null for steps without passkeys, and for users and databases that have none. */
export async function passkeyQuestion(context: SignInContext, step: SignInStep): Promise<PasskeyQuestion | null> {
  const { room, row } = context
  const { passkeys } = room.factors
  if (passkeys.party() === null) return null
  const challenge = challengeOf(context)
  const asked = (options: CeremonyOptions | null, more: object = {}) => options && { options, ...more }
  switch (step.name) {
    case 'email': {
      const isOffered = row.only_db === 0 || (await passkeys.use(row.only_db)) === 'alone'
      return isOffered ? asked(await passkeys.request(null, challenge, true), { conditional: true }) : null
    }
    case 'password': {
      const { account } = step
      if (!account || !(await isEnough(context, account)) || !(await hasPasskey(context, account))) return null
      return asked(await passkeys.request(account, challenge, true))
    }
    case 'factor': {
      const { account } = step
      if ((await passkeys.use(account.db)) === 'off' || !(await hasPasskey(context, account))) return null
      return asked(await passkeys.request(account, challenge, false))
    }
    case 'enroll': {
      const use = await passkeys.use(step.account.db)
      return use === 'off' ? null : asked(await passkeys.creation(step.account, challenge, use === 'alone'))
    }
    default:
      return null
  }
}

const hasPasskey = async ({ room }: SignInContext, account: AccountChoice): Promise<boolean> =>
  (await room.factors.standing(account)).passkeys.length > 0
