// Lets a caller list and revoke grants and forget browsers: their own, or as an administrator those of any user.
import type { Caller } from '../../accounts/caller.ts'
import { forgetBrowsers } from '../../accounts/directory.ts'
import type { Clock } from '../../base/clock.ts'
import { refuse } from '../../base/errors.ts'
import { isoDateTime } from '../../fields/moment.ts'
import type { Store } from '../../storage/store.ts'
import { requireScope } from '../scope.ts'
import type { GrantSummary, Grants } from './grants.ts'

export interface OwnGrants {
  /** `uid` is null for the caller's own grants. */
  list(caller: Caller, uid: string | null): Promise<object>
  revoke(caller: Caller, id: string): Promise<object>
  forget(caller: Caller, uid: string | null): Promise<object>
}

export function createOwnGrants(store: Store, clock: Clock, grants: Grants): OwnGrants {
  return {
    async list(caller, uid) {
      requireScope(caller, 'read')
      const whose = requireOwnOrAdmin(caller, uid)
      return { Code: 0, Grants: (await grants.list(caller.db, whose)).map(grant => shown(grant, caller)) }
    },
    async revoke(caller, id) {
      requireScope(caller, 'write')
      const grant = await grants.find(caller.db, id)
      // A grant of another user is answered like an unknown one.
      const known = grant !== null && (grant.uid === caller.uid || caller.admin)
      if (!known || !(await grants.revoke(caller.db, id))) refuse('UnknownKey', 'Id', 'There is no such grant.')
      return { Code: 0, Grants: [{ Id: id }] }
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

const shown = (grant: GrantSummary, caller: Caller): object => ({
  Id: grant.id,
  Kind: grant.kind,
  Application: grant.application,
  ClientId: grant.clientId,
  User: grant.uid,
  Scope: grant.scope.join(' '),
  Created: isoDateTime(grant.created),
  LastUsed: isoDateTime(grant.lastUsed),
  Expires: isoDateTime(grant.expires),
  Agent: grant.agent,
  Current: grant.id === (caller.session?.id ?? caller.chain),
})
