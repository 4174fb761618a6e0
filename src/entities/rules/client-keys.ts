// Checks the public keys by which a client authenticates: a JSON Web Key Set, or the address of one.
import { isObject } from '../../base/text/json.ts'

export type ClientKeys = { readonly keys: readonly object[] } | { readonly jwks_uri: string }

const mostKeys = 10
const addressMaxLength = 2000
const kinds: readonly unknown[] = ['RSA', 'EC', 'OKP']
/** The members of a key that only its owner may have. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

/** Why a value is no set of public keys; null when it is one. */
export function clientKeysProblem(value: unknown): string | null {
  if (!isObject(value)) return 'takes a JSON Web Key Set, or its address as jwks_uri'
  const { keys, jwks_uri: address } = value
  if ((keys === undefined) === (address === undefined)) return 'has either keys or jwks_uri'
  if (address !== undefined) return isAddress(address) ? null : 'has a jwks_uri that begins with https://'
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > mostKeys) return `has 1 to ${mostKeys} keys`
  if (!keys.every(key => isObject(key) && kinds.includes(key.kty))) return 'has keys of the kinds RSA, EC and OKP'
  const hasPrivate = keys.some(key => privateMembers.some(member => member in key))
  return hasPrivate ? 'has a private key; publish the public part alone' : null
}

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= addressMaxLength &&
  URL.canParse(value) &&
  /^https:\/\/[^/@]+\//.test(value)

/** The stored form of keys. */
export const clientKeysIn = (stored: unknown): ClientKeys | null =>
  typeof stored === 'string' ? (JSON.parse(stored) as ClientKeys) : null
