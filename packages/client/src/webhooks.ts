// Verifies the signature of a webhook by the rules of Standard Webhooks, and gives its event.

export interface WebhookEvent {
  readonly id: string
  /** Such as `abentry.updated`. */
  readonly type: string
  readonly timestamp: string
  readonly database: string
  readonly entity: string
  readonly data: {
    readonly key: string
    readonly version: number | null
    readonly operation: 'created' | 'updated' | 'deleted' | 'restored' | 'merged' | 'erased'
    /** The keys of the records that were merged into this one. */
    readonly from?: readonly string[]
    readonly changes?: readonly unknown[]
    readonly original?: Readonly<Record<string, unknown>> | null
    readonly record?: Readonly<Record<string, unknown>> | null
  }
  readonly by: { readonly uid: string | null; readonly application: string | null }
}

/** The request did not come from the server, or is too old. */
export class BadSignature extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadSignature'
  }
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const toleranceMs = 5 * 60_000

/**
 * Gives the event of a request, or throws BadSignature. Takes a Request, or the headers and the body as they were received, and
 * every secret that is valid now: two while one is replaced.
 */
export async function verifyWebhook(
  request: Request | { readonly headers: HeaderSource; readonly body: string | Uint8Array },
  secrets: string | readonly string[],
  { now = Date.now() }: { readonly now?: number } = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    header(request.headers, name),
  )
  if (!id || !timestamp || !signatures) throw new BadSignature('A header of the signature is missing.')
  const age = Math.abs(now - Number(timestamp) * 1000)
  if (!(age <= toleranceMs)) throw new BadSignature('The timestamp is too far from now.')
  const text = request instanceof Request ? await request.text() : textOf(request.body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const secret of [secrets].flat()) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const signature of signatures.split(' ')) {
      const [version, value = ''] = signature.split(',', 2)
      // `verify` compares in constant time.
      if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), content))) {
        return JSON.parse(text) as WebhookEvent
      }
    }
  }
  throw new BadSignature('No signature fits.')
}

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : new TextDecoder().decode(body))

function header(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

const keyOf = (secret: string): Uint8Array<ArrayBuffer> => bytesOf(secret.replace(/^whsec_/, ''))

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
