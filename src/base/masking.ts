// Masks the secrets of recorded requests; equal tokens keep an equal mark, so that a reader can tell them apart.
import { digestOf } from './digest.ts'

/** Members of JSON, parameters of forms and queries, whose values are secrets. */
const secretNames = new Set([
  'password',
  'oldpassword',
  'newpassword',
  'client_secret',
  'clientsecret',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'code_verifier',
  'csrf',
])
/** Only a form or a query has authorization codes under this name; the envelope has a `Code` of its own. */
const secretParameters = new Set([...secretNames, 'code'])

/** Our own tokens and codes begin with their kind. */
const ownToken = /\b(cl[acpr]_)([A-Za-z0-9_-]{16,})/g

const marked = (_: string, prefix: string, rest: string): string => `${prefix}***${digestOf(rest).slice(0, 6)}`

/** Replaces the tokens and codes of this service in any text. */
const maskTokens = (text: string): string => text.replace(ownToken, marked)

const hidden = (value: string): string => {
  const masked = maskTokens(value)
  return masked === value ? '***' : masked
}

export function maskHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    if (name === 'authorization')
      masked[name] = text.replace(/^(\S+)\s+(.*)$/, (_, kind, rest) => `${kind} ${hidden(rest)}`)
    else if (name === 'cookie') masked[name] = text.replace(/=[^;]*/g, '=***')
    else if (name === 'set-cookie') masked[name] = text.replace(/=[^;]*/, '=***')
    else masked[name] = maskTokens(text)
  }
  return masked
}

/** `a=1&code=clc_...` with its secrets masked; also the part of an address behind `?`. */
export function maskForm(text: string): string {
  return text
    .split('&')
    .map(pair => {
      const at = pair.indexOf('=')
      const [name = ''] = new URLSearchParams(pair).keys()
      const value = at < 0 ? '' : pair.slice(at + 1)
      return value !== '' && secretParameters.has(name.toLowerCase())
        ? `${pair.slice(0, at)}=${hidden(value)}`
        : maskTokens(pair)
    })
    .join('&')
}

/** A body by its type: JSON, a form, or other text. */
export function maskBody(text: string, type: string): string {
  if (type.startsWith('application/x-www-form-urlencoded')) return maskForm(text)
  try {
    return JSON.stringify(JSON.parse(text), (name, value: unknown) => {
      const isSecret = secretNames.has(name.toLowerCase())
      // A secret may be written as an object, `{"Value": ...}`.
      if (typeof value !== 'string') return isSecret && typeof value === 'object' && value !== null ? '***' : value
      return isSecret && value !== '' ? hidden(value) : maskTokens(value)
    })
  } catch {
    return maskTokens(text)
  }
}
