// Applies faults to requests and answers, and records both: the step of the HTTP pipeline that test mode adds.
import { Refusal } from '../base/errors.ts'
import { joined } from '../base/text/long-text.ts'
import { isText, type WebAnswer } from '../base/web.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Interceptor } from '../http/pipeline.ts'
import type { Effect } from './fault-rules.ts'
import type { Fault, Faults } from './faults.ts'
import type { Recorder } from './recorder.ts'
import { changeState, type StateParts, senderOf } from './state-faults.ts'

/** The path of the control API. */
export const controlPath = '/_test'
/** Requests of the test server to itself have this header: they are neither recorded nor disturbed. */
export const ownHeader = 'x-clientele-test'

/** A failure of the service that a test has ordered. */
class InjectedRefusal extends Refusal {
  readonly retryAfterSeconds: number
  constructor(error: 'TooManyRequests' | 'StoreUnavailable', seconds: number) {
    super([{ error, path: '', message: `A fault of the test. Come back in ${seconds} s.` }])
    this.retryAfterSeconds = seconds
  }
}

type Where = 'state' | 'before' | 'after'

const place: Record<Effect, Where> = {
  429: 'before',
  503: 'before',
  3005: 'before',
  'refuse-connection': 'before',
  'lose-answer': 'after',
  'cut-answer': 'after',
  'late-answer': 'after',
  'expire-token': 'state',
  'revoke-token': 'state',
  'reuse-token': 'state',
  'change-record': 'state',
}

interface InterceptorParts {
  readonly faults: Faults
  readonly recorder: Recorder
  /** Known once the server is assembled, which is before the first request. */
  readonly state: () => StateParts
}

export function createInterceptor({ faults, recorder, state }: InterceptorParts): Interceptor {
  const afterwards = new WeakMap<Exchange, Fault>()
  return {
    arrive: async exchange => {
      if (isOwn(exchange)) return null
      const sender = await senderOf(exchange, state())
      const record = recorder.of(exchange)
      Object.assign(record, sender)
      for (const fault of faults.take(exchange, sender)) {
        const { id, rule } = fault
        const note = (inapplicable: string | null) => {
          record.faults = [...record.faults, { id, do: rule.do, inapplicable }]
        }
        if (place[rule.do] === 'state') note(await changeState(rule, exchange, state()))
        else if (place[rule.do] === 'after') {
          note(null)
          afterwards.set(exchange, fault)
        } else if (rule.do === '3005' && exchange.served.route.face !== 'oauth') {
          note('3005 is an answer of the authorization server alone.')
        } else {
          note(null)
          if (rule.do === 'refuse-connection') return drop(exchange)
          throw new InjectedRefusal(rule.do === '429' ? 'TooManyRequests' : 'StoreUnavailable', rule.retryAfter)
        }
      }
      return null
    },
    leave: (exchange, answer, send) => {
      if (isOwn(exchange)) return send(answer)
      const fault = afterwards.get(exchange)
      afterwards.delete(exchange)
      const effect = fault?.rule.do
      const wait = fault?.rule.ms ?? 0
      if (effect === 'lose-answer') {
        recorder.answered(exchange, answer, 'none')
        drop(exchange)
      } else if (effect === 'cut-answer') {
        recorder.answered(exchange, answer, 'cut')
        cut(exchange, answer, send)
      } else if (effect === 'late-answer') {
        recorder.answered(exchange, answer, 'late')
        setTimeout(() => send(answer), wait).unref()
      } else {
        recorder.answered(exchange, answer, 'whole')
        send(answer)
      }
    },
  }
}

/** Requests of the test to the control API, and of the test server to itself. */
function isOwn({ incoming }: Exchange): boolean {
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  return incoming.headers[ownHeader] !== undefined || path === controlPath || path.startsWith(`${controlPath}/`)
}

function drop({ incoming }: Exchange): 'dropped' {
  incoming.socket.destroy()
  return 'dropped'
}

/** Sends the head with the whole length, half of the body, and the end of the connection. */
function cut(exchange: Exchange, answer: WebAnswer, send: (answer: WebAnswer) => void): void {
  const body = isText(answer.body) ? joined(answer.body) : ''
  const { response, incoming } = exchange
  if (body.length < 2) {
    drop(exchange)
    return
  }
  response.once('finish', () => incoming.socket.destroySoon())
  const headers = { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) }
  send({ ...answer, headers, body: body.slice(0, Math.floor(body.length / 2)) })
}
