// Tests how the console passes the options of a passkey to the browser, and the browser's answer to the server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, creationOf, hasPasskeys, makePasskey, type ServerOptions } from '../../../console/src/ui/webauthn.ts'

const options = {
  challenge: '-_8',
  user: { id: 'AQI', name: 'ann@example.com', displayName: 'Ann' },
  excludeCredentials: [{ id: 'Aw', type: 'public-key' }],
  rp: { id: 'localhost', name: 'Clientele' },
  pubKeyCredParams: [],
} satisfies ServerOptions

test('bytes come in base64url, and go back in it', () => {
  const { challenge, user, excludeCredentials = [] } = creationOf(options)
  assert.deepEqual([...(challenge as Uint8Array)], [251, 255])
  assert.deepEqual([...(user.id as Uint8Array)], [1, 2])
  assert.deepEqual(
    excludeCredentials.map(({ id }) => [...(id as Uint8Array)]),
    [[3]],
  )
  const made = Uint8Array.from([251, 255]).buffer
  const response = { clientDataJSON: made, attestationObject: made, getTransports: () => ['internal'] }
  const answer = answerOf({ id: 'x', type: 'public-key', response } as unknown as PublicKeyCredential)
  assert.deepEqual(answer, {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: '-_8', attestationObject: '-_8', transports: ['internal'] },
    clientExtensionResults: {},
  })
})

test('a browser without passkeys makes none', async () => {
  assert.equal(hasPasskeys(), false)
  assert.equal(await makePasskey(options), null)
})
