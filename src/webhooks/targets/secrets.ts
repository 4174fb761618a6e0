// Creates, seals and rotates the secrets of webhook targets, and signs requests as Standard Webhooks asks for.
import { createHmac } from 'node:crypto'
import { type Random, systemRandom } from '../../base/secrets/secret.ts'
import type { SecretBox } from '../../base/secrets/secret-box.ts'

/** A secret of a target; `until` is when it ends (epoch milliseconds), null for the newest. */
export interface LiveSecret {
  readonly secret: string
  readonly until: number | null
}

const prefix = 'whsec_'

export const newSecret = (random: Random = systemRandom): string => prefix + Buffer.from(random(32)).toString('base64')

export const sealSecrets = (box: SecretBox, secrets: readonly LiveSecret[]): string => box.seal(JSON.stringify(secrets))

/** The secrets that requests are signed with, newest first. Throws when they were sealed under another key. */
export const openSecrets = (box: SecretBox, sealed: string, now: number): LiveSecret[] =>
  (JSON.parse(box.open(sealed)) as LiveSecret[]).filter(({ until }) => until === null || until > now)

/** The newest secret before this one stays valid for a while, those before it end. */
export function rotated(secrets: readonly LiveSecret[], secret: string, until: number): LiveSecret[] {
  const [last] = secrets
  return [{ secret, until: null }, ...(last ? [{ secret: last.secret, until }] : [])]
}

/** The three headers of Standard Webhooks: one signature for each secret. */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  epochSeconds: number,
  body: string,
): Record<string, string> {
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${epochSeconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(epochSeconds),
    'webhook-signature': signatures.join(' '),
  }
}
