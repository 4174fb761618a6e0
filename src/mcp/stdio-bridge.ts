// Passes messages of the Model Context Protocol between a program's standard streams and the MCP server of an installation.
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: { readonly [name: string]: unknown }
  readonly result?: { readonly protocolVersion?: unknown }
}

interface BridgeParts {
  readonly input: Readable
  write(line: string): void
  /** Sends a message with the headers of the protocol, and throws with a text for the assistant when none is answered. */
  send(body: string, headers: Readonly<Record<string, string>>, gone: AbortSignal): Promise<Response>
  /** Reports a failure that has no request to answer. */
  note(text: string): void
}

const codes = { parse: -32_700, invalid: -32_600, internal: -32_603 } as const

/** Passes messages on until the input ends and every request is answered. */
export async function bridge(parts: BridgeParts): Promise<void> {
  const { input, write, note } = parts
  const requests = new Map<Message['id'], AbortController>()
  const running = new Set<Promise<void>>()
  let agreed: string | null = null

  const reply = (message: object): void => write(`${JSON.stringify(message)}\n`)
  const fail = (id: Message['id'], code: number, message: string): void =>
    reply({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })

  const pass = async (message: Message): Promise<void> => {
    const { id, method } = message
    const gone = new AbortController()
    if (id !== undefined) requests.set(id, gone)
    let answered = false
    try {
      const response = await parts.send(JSON.stringify(message), headersOf(message, agreed), gone.signal)
      for await (const received of messagesIn(response)) {
        // A server that cannot read the id answers with null; here it is known.
        const answer = received.id === null && id !== undefined ? { ...received, id } : received
        const version = method === 'initialize' ? answer.result?.protocolVersion : undefined
        if (typeof version === 'string') agreed = version
        if (answer.id === id && answer.method === undefined) answered = true
        reply(answer)
      }
      if (id !== undefined && !answered) throw new Error(`The server gave no answer (HTTP ${response.status}).`)
    } catch (error) {
      // Who has cancelled a request waits for no answer.
      if (gone.signal.aborted || answered) return
      if (id === undefined) note((error as Error).message)
      else fail(id, codes.internal, (error as Error).message)
    } finally {
      requests.delete(id)
    }
  }

  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const message = messageOf(line)
    if (message === undefined) fail(null, codes.parse, 'The line is not JSON.')
    else if (message === null) fail(null, codes.invalid, 'The line is not a message of JSON-RPC.')
    else {
      if (message.method === 'notifications/cancelled') {
        requests.get(message.params?.requestId as Message['id'])?.abort()
        continue
      }
      const done: Promise<void> = pass(message).finally(() => running.delete(done))
      running.add(done)
    }
  }
  await Promise.all(running)
}

/** Undefined for a text that is no JSON, null for JSON that is no message. */
function messageOf(line: string): Message | null | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return undefined
  }
}

const versionMember = 'io.modelcontextprotocol/protocolVersion'
const isHeader = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value)

/** Over HTTP the protocol repeats facts of a message in headers: from 2026 on the method and the name too. */
function headersOf({ method, params }: Message, agreed: string | null): Record<string, string> {
  const meta = params?._meta as Readonly<Record<string, unknown>> | undefined
  const version = meta?.[versionMember]
  if (!isHeader(version)) return agreed === null ? {} : { 'mcp-protocol-version': agreed }
  const name = params?.name ?? params?.uri
  return {
    'mcp-protocol-version': version,
    ...(isHeader(method) ? { 'mcp-method': method } : {}),
    ...(isHeader(name) ? { 'mcp-name': name } : {}),
  }
}

/** The messages of an answer: one as JSON, or several as events; none where a notification was accepted. */
async function* messagesIn(response: Response): AsyncGenerator<Message> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && response.body !== null) {
    for await (const data of eventsIn(response.body)) {
      const message = messageOf(data)
      if (message) yield message
    }
    return
  }
  const message = messageOf(await response.text())
  if (message) yield message
}

/** The data of each event of a stream. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const parts = (text + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/)
    text = parts.pop() ?? ''
    for (const event of parts) {
      const data = event.split(/\r?\n/).filter(line => line.startsWith('data:'))
      if (data.length > 0) yield data.map(line => line.slice(5).trimStart()).join('\n')
    }
  }
}
