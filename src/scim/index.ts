// Assembles SCIM: tokens of providers, their settings, users, groups, and the hand-over of records.
import type { Caller } from '../accounts/caller.ts'
import type { Clock } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import type { Random } from '../base/secrets/secret.ts'
import { bearerToken } from '../oauth/tokens/bearer.ts'
import { createGroups } from './groups.ts'
import { createHandovers } from './handover.ts'
import type { ScimParts } from './resources.ts'
import { isEnabled, type ScimAuthor, type ScimSettings, scimSettings, setScimSettings } from './settings.ts'
import { createScimTokens } from './tokens.ts'
import { createUsers } from './users.ts'

export const scimPath = '/scim/v2'

interface RoomParts extends Omit<ScimParts, 'handovers' | 'base'> {
  readonly clock: Clock
  readonly random: Random
  readonly origin: () => string
}

export type Scim = ReturnType<typeof createScim>

export function createScim({ clock, random, origin, ...given }: RoomParts) {
  const { operations, log } = given
  const { store, newId } = operations
  const handovers = createHandovers({ ...operations, log })
  const base = () => origin() + scimPath
  const parts: ScimParts = { ...given, handovers, base }
  const tokens = createScimTokens({ store, clock, newId, random })
  return {
    operations,
    base,
    tokens,
    users: createUsers(parts),
    groups: createGroups(parts),
    jobs: [handovers.job],
    settings: (db: number): Promise<ScimSettings> => scimSettings(store, store, db),
    async setSettings(by: ScimAuthor, settings: ScimSettings): Promise<void> {
      const { successor } = settings
      if (successor !== null && !(await isEnabled(store, by.db, successor))) {
        refuse('UnknownKey', 'Successor', `Successor: there is no user ${successor} who may sign in.`)
      }
      await setScimSettings(store, by, settings, clock)
    },
    close: handovers.close,
  }
}

/** Finds the database of a request by the token of its provider, or refuses the request. */
export const scimJudge =
  ({ judge }: Pick<ReturnType<typeof createScimTokens>, 'judge'>) =>
  async (authorization: string | undefined): Promise<Caller> => {
    const token = bearerToken(authorization)
    if (token === null) return refuse('TokenRequired', '', 'The request has no token of a provider.')
    return (await judge(token)) ?? refuse('InvalidToken', '', 'Token is invalid')
  }
