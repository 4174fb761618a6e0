// Writes recorded requests in forms that other tools take: curl lines, and HAR 1.2.
import { version } from '../base/version.ts'
import type { RecordedRequest } from './wire.ts'

/** Headers that curl makes itself, or that speak of one connection. */
const unsaid = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'user-agent',
  'accept',
  'sec-fetch-mode',
])

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const addressOf = ({ path, query }: RecordedRequest, origin: string): string =>
  `${origin}${path}${query === '' ? '' : `?${query}`}`

/** One command for each request; secrets are masked, so a token has to be put in. */
export function asCurl(requests: readonly RecordedRequest[], origin: string): string {
  return requests
    .map(request => {
      const { method, headers, body } = request
      const lines = [`curl -X ${method} ${quoted(addressOf(request, origin))}`]
      for (const [name, value] of Object.entries(headers))
        if (!unsaid.has(name)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
      if (body !== null && body !== '') lines.push(`--data-raw ${quoted(body)}`)
      return lines.join(' \\\n  ')
    })
    .join('\n\n')
}

const listed = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

const contentOf = (text: string | null, type: string | undefined) => ({
  size: Buffer.byteLength(text ?? ''),
  mimeType: type ?? '',
  text: text ?? '',
})

export function asHar(requests: readonly RecordedRequest[], origin: string): object {
  const entries = requests.map(request => {
    const { headers, body, answerHeaders, answer, status, ms, faults, delivered } = request
    const query = [...new URLSearchParams(request.query)].map(([name, value]) => ({ name, value }))
    const type = headers['content-type']
    const sent = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
    return {
      startedDateTime: request.at,
      time: ms ?? 0,
      request: {
        ...sent,
        method: request.method,
        url: addressOf(request, origin),
        headers: listed(headers),
        queryString: query,
        bodySize: Buffer.byteLength(body ?? ''),
        ...(body === null || body === '' ? {} : { postData: { mimeType: type ?? '', text: body } }),
      },
      // HAR writes 0 for an answer that has not arrived.
      response: {
        ...sent,
        status: delivered === 'none' ? 0 : (status ?? 0),
        statusText: '',
        headers: listed(answerHeaders),
        content: contentOf(answer, answerHeaders['content-type']),
        redirectURL: answerHeaders.location ?? '',
        bodySize: Buffer.byteLength(answer ?? ''),
      },
      cache: {},
      timings: { send: 0, wait: ms ?? 0, receive: 0 },
      ...(faults.length === 0 ? {} : { comment: `fault: ${faults.map(fault => fault.do).join(', ')}` }),
    }
  })
  return { log: { version: '1.2', creator: { name: 'Clientele', version }, entries } }
}
