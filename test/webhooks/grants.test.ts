// Proves that a target ends with the grant of the application that created it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachAuth, newTokens } from '../support/auth.ts'
import type { Json } from '../support/crm.ts'
import { type Receiver, receiverNearby, startReceiver } from '../support/receiver.ts'
import { pause, until } from '../support/until.ts'

eachAuth(
  'webhook targets of applications',
  world => {
    const send = async (method: string, path: string, token: string, body?: object): Promise<Json> => {
      const response = await fetch(`${world().url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const answer = await response.json()
      assert.ok(response.status < 300, JSON.stringify(answer))
      return answer
    }
    const company = (token: string, CompanyName: string) =>
      send('POST', '/api/Create', token, { AbEntry: { Data: { Type: 'Company', CompanyName } } })
    const status = async (id: string, token: string) =>
      (await send('GET', `/webhooks/v1/targets/${id}`, token)).status as string
    /** The clock runs, so that a delivery that a busy machine has let time out is tried again. */
    const has = (receiver: Receiver, count: number) =>
      until(() => {
        world().clock.advance(20)
        return receiver.received.length >= count
      }, `${count} requests`)
    /** Revokes the newest grant of the user. */
    const revokeFirst = async (token: string, except: ReadonlySet<string>) => {
      const { Grants } = await send('GET', '/oauth/v1/grants', token)
      const grant = Grants.find((one: Json) => !except.has(one.Id))
      await send('DELETE', `/oauth/v1/grants/${grant.Id}`, token)
    }
    const grantIds = async (token: string) =>
      new Set<string>((await send('GET', '/oauth/v1/grants', token)).Grants.map((one: Json) => one.Id))

    test('a target made through an application, or through its personal token, ends with the grant', async () => {
      const own = (await newTokens(world())).access_token
      const before = await grantIds(own)
      const granted = (await newTokens(world())).access_token
      const { PersonalAccessToken } = await send('POST', '/api/Create', granted, {
        PersonalAccessToken: { Data: { Name: 'made through the application' } },
      })
      const receivers = [await startReceiver(), await startReceiver(), await startReceiver()] as const
      const tokens = [granted, PersonalAccessToken.Data.Token, own]
      const ids: string[] = []
      for (const [i, token] of tokens.entries()) {
        const made = { url: receivers[i]?.url, entities: ['AbEntry'] }
        ids.push((await send('POST', '/webhooks/v1/targets', token, made)).id)
      }
      const [byApplication, byToken, byUser] = ids as [string, string, string]
      await company(own, 'Before the end Ltd')
      for (const receiver of receivers) await has(receiver, 1)
      await revokeFirst(own, before)
      await company(own, 'After the end Ltd')
      await has(receivers[2], 2)
      await until(async () => (await status(byApplication, own)) === 'revoked')
      await until(async () => (await status(byToken, own)) === 'revoked')
      assert.equal(await status(byUser, own), 'active')
      await pause(300)
      assert.deepEqual(
        receivers.map(({ received }) => received.length),
        [1, 1, 2],
      )
      // The user may enable it again: then it belongs to the token that did so, and misses nothing.
      const enabled = await send('PATCH', `/webhooks/v1/targets/${byApplication}`, own, { enabled: true })
      assert.equal(enabled.status, 'active')
      await has(receivers[0], 2)
      for (const receiver of receivers) receiver.close()
    })
  },
  { settings: receiverNearby },
)
