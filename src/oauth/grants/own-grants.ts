// Lets a caller list and revoke grants and forget browsers: their own, or as an administrator those of any user.
import type { Caller } from '../../accounts/caller.ts'
import { forgetBrowsers } from '../../accounts/directory.ts'
import type { Clock } from '../../base/clock.ts'
import { refuse } from '../../base/errors.ts'
import { isoDateTime } from '../../fields/moment.ts'
import { forgetBrowser, type KnownBrowser, knownBrowsers } from '../../sign-in/known-browsers.ts'
import type { Store } from '../../storage/store.ts'
import { requireScope } from '../scope.ts'
import type { GrantKind, GrantSummary, Grants } from './grants.ts'

/** The filter of a caller's list of grants. */
export interface GrantFilter {
  /** The Uid of a user, `*` for all users, null for the caller. */
  readonly user: string | null
  /** Null for applications and sessions. */
  readonly kind: GrantKind | null
  /** Includes ended grants. */
  readonly ended: boolean
  readonly after: string | null
  readonly limit: number
}

interface OwnGrants {
  list(caller: Caller, asked: GrantFilter): Promise<object>
  /** `note` is the reason in the words of the caller, kept with the grant. */
  revoke(caller: Caller, id: string, note: string | null): Promise<object>
  /** `uid` is null for the caller's own browsers; `current` is the cookie of the requesting browser, if known. */
  browsers(caller: Caller, uid: string | null, current: string | null): Promise<object>
  forgetOne(caller: Caller, uid: string | null, id: string): Promise<object>
  forget(caller: Caller, uid: string | null): Promise<object>
}

const everyone = '*'
const noteLength = 200

export function createOwnGrants(store: Store, clock: Clock, grants: Grants): OwnGrants {
  return {
    async list(caller, { user, ...asked }) {
      requireScope(caller, 'read')
      const whose = requireOwnOrAdmin(caller, user)
      const page = await grants.page({ db: caller.db, uid: whose === everyone ? null : whose, ...asked })
      return { Code: 0, Grants: page.grants.map(grant => grantJson(grant, caller)), Next: page.next }
    },
    async revoke(caller, id, note) {
      requireScope(caller, 'write')
      if (note !== null && note.length > noteLength) {
        refuse('TooLong', 'Reason', `Reason has at most ${noteLength} characters.`)
      }
      const grant = await grants.find(caller.db, id)
      // A grant of another user is answered like an unknown one.
      const known = grant !== null && (grant.uid === caller.uid || caller.admin)
      if (!known || !(await grants.revoke(caller.db, id, { by: caller.uid, note }))) {
        refuse('UnknownKey', 'Id', 'There is no such grant, or it has ended.')
      }
      return { Code: 0, Grants: [{ Id: id }] }
    },
    async browsers(caller, uid, current) {
      requireScope(caller, 'read')
      const found = await knownBrowsers(store, clock, { db: caller.db, uid: requireOwnOrAdmin(caller, uid), current })
      return { Code: 0, Browsers: found.map(browserJson) }
    },
    async forgetOne(caller, uid, id) {
      requireScope(caller, 'write')
      const whose = { db: caller.db, uid: requireOwnOrAdmin(caller, uid) }
      if (!(await forgetBrowser(store, clock, whose, id))) refuse('UnknownKey', 'Id', 'There is no such browser.')
      return { Code: 0, Browsers: [{ Id: id }] }
    },
    async forget(caller, uid) {
      requireScope(caller, 'write')
      const whose = requireOwnOrAdmin(caller, uid)
      const forgotten = await forgetBrowsers(store, caller.db, whose, clock.now())
      if (!forgotten) refuse('UnknownKey', 'User', 'There is no such user.')
      return { Code: 0, Forgotten: true }
    },
  }
}

function requireOwnOrAdmin(caller: Caller, uid: string | null): string {
  if (uid !== null && uid !== caller.uid && !caller.admin) {
    refuse('AdministratorRequired', 'User', 'Only an administrator may see or end what others have granted.')
  }
  return uid ?? caller.uid
}

const momentOf = (seconds: number | null): string | null => (seconds === null ? null : isoDateTime(seconds))

const grantJson = (grant: GrantSummary, caller: Caller): object => ({
  Id: grant.id,
  Kind: grant.kind,
  Application: grant.application,
  ClientId: grant.clientId,
  User: grant.uid,
  UserName: grant.userName,
  Scope: grant.scope.join(' '),
  Resource: grant.resource,
  Created: isoDateTime(grant.created),
  LastUsed: isoDateTime(grant.lastUsed),
  Expires: isoDateTime(grant.expires),
  Agent: grant.agent,
  Current: grant.id === (caller.session?.id ?? caller.chain),
  Ended: momentOf(grant.ended),
  EndReason: grant.endReason,
  EndedBy: grant.endedBy,
  Reason: grant.note,
  LastRefusal: grant.refusal && { Time: momentOf(grant.refusal.at), Reason: grant.refusal.reason },
})

const browserJson = ({ id, agent, confirmed, used, expires, isCurrent }: KnownBrowser): object => ({
  Id: id,
  Agent: agent,
  Confirmed: momentOf(Math.floor(confirmed / 1000)),
  LastUsed: momentOf(used),
  Expires: momentOf(expires),
  Current: isCurrent,
})
