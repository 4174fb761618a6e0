// Answers users who set up, rename and remove their passkeys.
import type { Clock } from '../../base/clock.ts'
import { refuse } from '../../base/errors.ts'
import { member } from '../../base/text/json.ts'
import type { Factors } from '../../factors/factors.ts'
import { nameMaxLength, type Passkey } from '../../factors/own-passkeys.ts'
import type { PasskeyProblem } from '../../factors/passkeys.ts'
import { isoDateTime } from '../../fields/moment.ts'
import type { Sso } from '../../sso/providers.ts'
import { guards, lastFactor, objectIn } from './factor-guards.ts'

interface PasskeyRouteParts {
  readonly clock: Clock
  readonly factors: Factors
  readonly sso: Sso
}

export const passkeyShape = ({ id, name, created, used }: Passkey) => ({
  Id: id,
  Name: name,
  Created: isoDateTime(created),
  Used: used === null ? null : isoDateTime(used),
})

const messages: Readonly<Record<PasskeyProblem, string>> = {
  failed: 'The answer of the browser does not prove a passkey.',
  origin: 'The passkey was made for another address than the public one of this server.',
  stale: 'This set-up is over, was used, or is not yours. Begin again.',
  unknown: 'You have no such passkey.',
  known: 'This passkey is set up already.',
  many: 'You have as many passkeys as one user can have: remove one first.',
  copied: 'The counter of the passkey went back.',
}

export function passkeyHandlers({ factors, clock, sso }: PasskeyRouteParts) {
  const { passkeys } = factors
  const { writes } = guards({ clock })
  const requireUsed = async (db: number): Promise<void> => {
    if (passkeys.party() === null) {
      refuse(
        'RuleViolated',
        '',
        'Browsers have passkeys at an https address with a name only: see the setting public-url.',
      )
    }
    if ((await passkeys.use(db)) === 'off') refuse('RuleViolated', '', 'This database has passkeys switched off.')
  }
  return {
    begin: writes(async caller => {
      await requireUsed(caller.db)
      return { Options: await passkeys.begin(caller) }
    }),
    finish: writes(async (caller, { body }) => {
      await requireUsed(caller.db)
      const source = objectIn(body)
      const made = await passkeys.finish(caller, member(source, 'Answer'), nameIn(source, ''))
      if (typeof made === 'string')
        return refuse(made === 'known' ? 'AlreadyExists' : 'InvalidValue', 'Answer', messages[made])
      return { Id: made.id, RecoveryCodes: made.codes }
    }),
    rename: writes(async (caller, { params, body }) => {
      const done = await passkeys.rename(caller, params.id as string, nameIn(objectIn(body)))
      return done ? {} : refuse('UnknownKey', 'Id', messages.unknown)
    }),
    remove: writes(async (caller, { params }) => {
      const { db } = caller
      const isOnlyWay = !(await passkeys.hasPassword(caller)) && (await sso.settings(db)) === null
      const isRequired = (await factors.requiredFrom(caller)) !== null && (await passkeys.use(db)) !== 'off'
      const stays = isOnlyWay ? 'a passkey' : isRequired ? 'a factor' : 'nothing'
      const result = await passkeys.remove(caller, params.id as string, stays)
      if (result === 'unknown') refuse('UnknownKey', 'Id', messages.unknown)
      if (result === 'needed') refuse('RuleViolated', 'Id', isOnlyWay ? onlyWay : lastFactor)
      return {}
    }),
  }
}

const onlyWay =
  'You have no password, so this passkey is your only way to sign in. Set up another one first, or choose a password by "Forgot your password?" at the sign-in.'

/** The name that a person gives to a passkey; `fallback` when it is left out. */
function nameIn(source: Record<string, unknown>, fallback?: string): string {
  const name = member(source, 'Name') ?? fallback
  if (name === undefined) return refuse('Required', 'Name', 'Name is the new name of the passkey.')
  if (
    typeof name !== 'string' ||
    name.trim().length > nameMaxLength ||
    (fallback === undefined && name.trim() === '')
  ) {
    return refuse('InvalidValue', 'Name', `Name is a text of at most ${nameMaxLength} characters.`)
  }
  return name.trim()
}
