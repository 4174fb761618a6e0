// Generates credentials: secrets with the prefix of their kind, client ids and client secrets.
import { type Random, randomLetters, systemRandom } from '../../base/secrets/secret.ts'

/** The prefix lets scanners recognise a leaked secret. */
export const prefixes = {
  access: 'cla_',
  refresh: 'clr_',
  code: 'clc_',
  personal: 'clp_',
  session: 'cls_',
  // Of the standard issuer: an access token that is not for the data API, and every refresh token.
  assistant: 'clm_',
  standardRefresh: 'clt_',
  // Of the same: an access token that is good for userinfo alone.
  identity: 'clu_',
  // ... and one of any resource that is bound to a key of its client.
  bound: 'cld_',
  // Of the provider that manages users by SCIM.
  provisioning: 'clv_',
} as const
export type SecretKind = keyof typeof prefixes

/**
 * At least 256 random bits. The length varies, so that no client relies on it. `mark`, between the prefix and these bits, is
 * what the store must know of a secret besides its digest.
 */
export function newSecret(kind: SecretKind, random: Random = systemRandom, mark = ''): string {
  const bytes = random(49)
  const length = 32 + ((bytes[48] as number) & 15)
  return prefixes[kind] + mark + Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('base64url')
}

/** The credentials of an application, of the lengths that clients of the API expect. */
export const newClientId = (random?: Random): string => randomLetters(20, random)
export const newClientSecret = (random?: Random): string => randomLetters(64, random)

/** The members of answers that show a new secret, once. */
export const shownOnce: ReadonlySet<string> = new Set(['Token', 'ClientSecret', 'Secret'])
