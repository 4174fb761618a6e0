// Handles single sign-on: redirects to the database's provider and checks the identity that comes back.
import { addressOf } from '../../accounts/address.ts'
import { seal, unseal } from '../../base/secrets/seal.ts'
import { newNonce } from '../../base/secrets/secret.ts'
import { redirect, type WebAnswer, type WebRequest } from '../../base/web.ts'
import { endedPage } from '../../pages/sign-in/error-page.ts'
import { Notice } from '../../pages/sign-in/notice.ts'
import { setGroups } from '../../sso/groups.ts'
import { bindIdentity, userOfSubject } from '../../sso/identities.ts'
import { makeUser } from '../../sso/new-users.ts'
import type { SsoChecks, SsoIdentity } from '../../sso/providers.ts'
import { callbackUri } from '../../sso/settings.ts'
import { keepNotice } from '../attempt-notice.ts'
import {
  choicesOf,
  currentStep,
  loadContext,
  logSignIn,
  type SignInContext,
  type SignInRoom,
  styleOf,
} from '../context.ts'
import { prove } from '../finish.ts'
import type { AccountChoice } from '../flow.ts'
import { logRefusal } from '../sign-in-log.ts'
import { setSsoChecks, takeSsoChecks } from '../statements.ts'

const sealPurpose = 'clientele single sign-on'

/** The chosen account of the confirmed e-mail, when its database has a provider. */
async function ssoAccount(context: SignInContext): Promise<AccountChoice | null> {
  const step = await currentStep(context)
  if (step.name !== 'sso' && step.name !== 'password') return null
  return step.account?.ssoOffered ? step.account : null
}

export async function beginSso(context: SignInContext): Promise<WebAnswer> {
  const { room, row, id, secret } = context
  const account = await ssoAccount(context)
  if (!account) return goBack(context, new Notice('noSso'))
  // The callback finds the attempt by the state; only the browser with the attempt's cookie can use it.
  const checks: SsoChecks = {
    state: `${id}.${newNonce(room.random)}`,
    nonce: newNonce(room.random),
    verifier: newNonce(room.random),
  }
  try {
    const url = await room.sso.begin(account.db, callbackUri(room.origin(), room.prefix), checks, account.email)
    const sso = seal(JSON.stringify({ ...checks, db: account.db, uid: account.uid }), secret, sealPurpose, room.random)
    await room.store.write(tx => tx.run(setSsoChecks(room.store.dialect, { digest: row.digest, sso })))
    return redirect(url, 302)
  } catch (error) {
    room.onFault(error)
    return goBack(context, new Notice('ssoUnreachable'))
  }
}

export async function endSso(room: SignInRoom, request: WebRequest): Promise<WebAnswer> {
  const state = new URLSearchParams(request.query).get('state') ?? ''
  const context = await loadContext(room, request, state.split('.', 1)[0] ?? '')
  if (!context) return endedPage(styleOf(room, request))
  const checks = await takeChecks(context)
  const account = await ssoAccount(context)
  if (!checks || !account || checks.db !== account.db || checks.uid !== account.uid) {
    return goBack(context, new Notice('ssoStale'))
  }
  try {
    const callback = new URL(`${callbackUri(room.origin(), room.prefix)}?${request.query}`)
    const identity = await room.sso.finish(account.db, callback, checks, account.isNew)
    if (identity === null) {
      logRefusal(context, account, 'NoIdentity')
      return await goBack(context, new Notice('ssoNoProof'))
    }
    if (account.isNew) return await welcome(context, account, identity)
    const same = isSame(identity.value, account) && (await bindIdentity(room.store, account.db, account.uid, identity))
    if (same) {
      if (identity.groups !== null) await setGroups(room, account, identity.groups)
      return await prove(context, account, 'sso', identity.session)
    }
    return await refuseOther(context, account, identity)
  } catch (error) {
    room.onFault(error)
    logRefusal(context, account, 'ProviderFailed')
    return goBack(context, new Notice('ssoFailed'))
  }
}

const refuseOther = (context: SignInContext, account: AccountChoice, { shown }: SsoIdentity): Promise<WebAnswer> => {
  logSignIn(context, 'another identity was given', account)
  logRefusal(context, account, 'OtherIdentity')
  return goBack(context, new Notice('ssoOther', shown))
}

/** Makes a user of a person whose address the provider vouches for too, and signs the user in. */
async function welcome(context: SignInContext, account: AccountChoice, identity: SsoIdentity): Promise<WebAnswer> {
  const { room } = context
  const { db, email } = account
  const settings = await room.sso.settings(db)
  const isPerson = identity.email !== null && addressOf(identity.email) === addressOf(email)
  // Whom the provider knows under another address is a user already.
  if (!isPerson || (await userOfSubject(room.store, db, identity)) !== null)
    return refuseOther(context, account, identity)
  if (!settings?.newUsers) {
    logRefusal(context, account, 'NoUser')
    return goBack(context, new Notice('ssoNoUser', email))
  }
  const uid = await makeUser(room, account, identity, settings)
  const made = (await choicesOf(context, email)).find(choice => choice.db === db && choice.uid === uid)
  if (!made || !(await bindIdentity(room.store, db, uid, identity))) return refuseOther(context, account, identity)
  if (identity.groups !== null) await setGroups(room, made, identity.groups)
  return prove(context, made, 'sso', identity.session)
}

/** Returns to the page of the attempt, whose address can be reloaded. */
async function goBack(context: SignInContext, notice: Notice): Promise<WebAnswer> {
  await keepNotice(context, notice)
  return redirect(context.frame.path)
}

/** Removes the sealed checks from the attempt, so that a provider's response is accepted once. */
async function takeChecks({
  room,
  row,
  secret,
}: SignInContext): Promise<(SsoChecks & { db: number; uid: string }) | null> {
  const { sso } = row
  if (sso === null) return null
  const taken = await room.store.write(tx => tx.run(takeSsoChecks(room.store.dialect, { digest: row.digest, sso })))
  const text = taken === 1 ? unseal(sso, secret, sealPurpose) : null
  return text === null ? null : (JSON.parse(text) as SsoChecks & { db: number; uid: string })
}

/** A claim with an @ is compared with the e-mail, any other with the Uid. */
const isSame = (value: string, account: AccountChoice): boolean =>
  value.includes('@') ? addressOf(value) === addressOf(account.email) : value === account.uid
