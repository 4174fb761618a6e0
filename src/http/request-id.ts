// Assigns an id to every request: the client's own if it is valid, or else one that is unique across processes and restarts.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type RequestIds = (request: Pick<IncomingMessage, 'headers'>) => string

const sane = /^[A-Za-z0-9._:@/+=-]{1,100}$/

export function requestIds(): RequestIds {
  const boot = randomBytes(6).toString('base64url').replace(/[-_]/g, '0')
  let count = 0
  return request => {
    const given = request.headers['x-request-id']
    if (typeof given === 'string' && sane.test(given)) return given
    return `${boot}-${(++count).toString(36)}`
  }
}
