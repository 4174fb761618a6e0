// Masks the secrets of recorded requests; equal tokens keep an equal mark, so that a reader can tell them apart.
import { parseLenient } from '../text/lenient-json.ts'
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
  'client_assertion',
  'id_token',
  'id_token_hint',
  'request_uri',
  'device_code',
  'user_code',
  'csrf',
])
/** A member with a misspelt name is refused, but its value is a secret all the same. */
const likeSecret = /pas+[a-z]?[wo]|secret|token|csrf|verifier|credential|api_?key/i

/** Selectors are 0 and 1; another number was meant as a secret. */
const isSelector = (value: unknown): boolean =>
  value === null || value === 0 || value === 1 || typeof value === 'boolean' || value === ''

/** Only a form or a query has authorization codes under this name; the envelope has a `Code` of its own. */
const secretParameters = new Set([...secretNames, 'code'])

/** Our own tokens and codes begin with their kind. */
const ownToken = /\b(cl[a-z]_|whsec_)([A-Za-z0-9_+/=-]{16,})/g

const marked = (_: string, prefix: string, rest: string): string => `${prefix}***${digestOf(rest).slice(0, 6)}`

/** Replaces the tokens and codes of this service in any text. */
const maskTokens = (text: string): string => text.replace(ownToken, marked)

/** An address in a text: its user and the values of its query may be secrets of another service. */
const address = /\b(https?:\/\/)([^\s/?#"'<>]*@)?([^\s?#"'<>]*)(\?[^\s#"'<>]*)?/gi

const maskAddresses = (text: string): string =>
  text.includes('://')
    ? text.replace(address, (_, scheme: string, user = '', path: string, query = '') => {
        return `${scheme}${user === '' ? '' : '***@'}${path}${query.replace(/=[^&]*/g, '=***')}`
      })
    : text

const maskText = (text: string): string => maskAddresses(maskTokens(text))

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

/**
 * A body by its type: a page, a form, or JSON, which is parsed as the server parses it. Null for a text that does not parse: where
 * the secrets of such a text are cannot be known.
 */
export function maskBody(text: string, type: string): string | null {
  if (type.startsWith('application/x-www-form-urlencoded')) return maskForm(text)
  if (type.startsWith('text/html')) return maskText(text)
  try {
    return JSON.stringify(parseLenient(text), (name, value: unknown) => {
      if (isSelector(value)) return value
      const isNamed = secretNames.has(name.toLowerCase())
      // A secret may be written as an object, `{"Value": ...}`.
      if (typeof value === 'object') return isNamed ? '***' : value
      const isSecret = isNamed || likeSecret.test(name)
      if (typeof value === 'string') return isSecret ? hidden(value) : maskText(value)
      return isSecret ? '***' : value
    })
  } catch {
    return null
  }
}
