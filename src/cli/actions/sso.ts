// Sets, shows and removes the single sign-on of a database.
import { systemClock } from '../../base/clock.ts'
import { type SecretBox, secretBox } from '../../base/secrets/secret-box.ts'
import { installationKey } from '../../config/installation-key.ts'
import type { Settings } from '../../config/settings.ts'
import { decodeKey } from '../../fields/record-key.ts'
import { systemCaller } from '../../operations/system/system-context.ts'
import { createOutbound } from '../../outbound/outbound.ts'
import { forgetIdentity } from '../../sso/identities.ts'
import { callbackUri, logoutUri, removeSso, setSso, showSso } from '../../sso/settings.ts'
import { testProvider } from '../../sso/test-provider.ts'
import type { Action } from '../command.ts'
import { CommandError } from '../failure.ts'
import { publicUrlOf } from '../public-url.ts'
import { readSecret } from '../read-secret.ts'
import { userKeyOf } from '../records.ts'
import { withDatabase } from '../with-store.ts'
import { groupKeys } from './user.ts'

/** Uses the same key as a server with the same settings. */
const boxOf = (settings: Settings): SecretBox => secretBox(installationKey(settings))

export const setProvider: Action = async context => {
  const { options, output, loaded } = context
  const clientSecret = options.clientSecretStdin === true ? await readSecret('client secret') : null
  return withDatabase(context, async ({ store, records, database: { id, name } }) => {
    const given = {
      issuer: String(options.issuer),
      clientId: String(options.clientId),
      clientSecret,
      claim: String(options.claim),
      only: options.only === true,
      trustEmail: options.trustEmail === true,
      groupsClaim: typeof options.groupsClaim === 'string' ? options.groupsClaim : null,
      domains: (options.domain as string[]).map(domain => domain.toLowerCase()),
      newUsers: options.newUsers === true,
      newUserGroups: await groupKeys(records, options.newUserGroup as string[]),
    }
    await setSso(store, systemCaller(id, name), given, boxOf(loaded.values), systemClock)
    const shown = await showSso(store, id)
    const publicUrl = await publicUrlOf(store, context)
    const redirectUri = callbackUri(publicUrl, loaded.values.authPrefix)
    output.object({ database: name, ...shown })
    output.line(`Single sign-on of ${name} goes to ${given.issuer}.`)
    output.line(`Register this redirect URI there: ${redirectUri}`)
    output.line(`And for back-channel logout: ${logoutUri(publicUrl, loaded.values.authPrefix, name)}`)
    return 0
  })
}

export const showProvider: Action = context =>
  withDatabase(context, async ({ store, database: { id, name } }) => {
    const shown = await showSso(store, id)
    context.output.object({ database: name, sso: shown })
    if (!shown) context.output.line(`${name} has no single sign-on.`)
    if (shown) context.output.facts({ ...shown })
    return 0
  })

export const testProviderOf: Action = context =>
  withDatabase(context, async ({ store, database: { id, name } }) => {
    const { output, loaded } = context
    const settings = await showSso(store, id)
    if (!settings) throw new CommandError(`${name} has no single sign-on; "clientele sso set" sets it up.`)
    const outbound = createOutbound(loaded.values)
    try {
      const { passed, checks } = await testProvider(outbound, settings)
      output.object({ database: name, passed, checks })
      for (const check of checks) output.line(`${marks.get(check.passed)} ${check.name}: ${check.message}`)
      return passed ? 0 : 1
    } finally {
      outbound.close()
    }
  })

const marks = new Map([
  [true, 'ok     '],
  [false, 'failed '],
  [null, 'skipped'],
])

export const removeProvider: Action = context =>
  withDatabase(context, async ({ store, database: { id, name } }) => {
    const removed = await removeSso(store, systemCaller(id, name), systemClock)
    context.output.object({ database: name, removed })
    context.output.line(removed ? `${name} has no single sign-on any more.` : `${name} had no single sign-on.`)
    return 0
  })

export const forgetIdentityOf: Action = context =>
  withDatabase(context, async ({ store, records, database: { id, name } }) => {
    const user = decodeKey(await userKeyOf(records, String(context.options.user)))?.id ?? ''
    const forgotten = await forgetIdentity(store, id, user)
    context.output.object({ database: name, user, forgotten })
    context.output.line(
      forgotten ? `${user} may sign in with another identity.` : `${user} has no identity at the provider.`,
    )
    return 0
  })
