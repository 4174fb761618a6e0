// What every request passes on its way in: its headers, whether we are ready, and who asks.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest, HookHandlerDoneFunction, onRequestHookHandler } from 'fastify'
import type { Caller } from '../accounts/caller.ts'
import { StoreUnavailable } from '../base/errors.ts'
import { corsHeaders, standingHeaders } from './headers.ts'
import type { Route } from './route.ts'

/** Who asks, by the Authorization header; throws a Refusal when that is nobody. Answers at once when it can. */
export type Bearer = (request: { readonly headers: IncomingHttpHeaders }) => Caller | Promise<Caller>

export interface EntranceParts {
  readonly https: boolean
  /** False until the store is migrated. */
  readonly ready: () => boolean
  readonly bearer: Bearer
}

export function entrance(route: Route, { https, ready, bearer }: EntranceParts): onRequestHookHandler {
  const headers = Object.entries(standingHeaders(route, https))
  const cors = route.cors === true
  const guarded = route.auth === 'bearer'
  const always = route.always === true
  const anyType = route.body === 'json' || route.body === 'raw' || route.face === 'envelope'
  return (request, reply, done) => {
    reply.header('x-request-id', request.id)
    for (const [name, value] of headers) reply.header(name, value)
    if (cors && request.headers.origin !== undefined) reply.headers(corsHeaders)
    // These bodies are what their routes say, so a Content-Type that Fastify cannot read must not get in the way.
    if (anyType) request.raw.headers['content-type'] = undefined
    if (!always && !ready()) return done(new StoreUnavailable('The server is not ready yet'))
    // Before the body is read: a stranger's megabytes are not worth parsing.
    if (guarded) admit(request, bearer, done)
    else done()
  }
}

function admit(request: FastifyRequest, bearer: Bearer, done: HookHandlerDoneFunction): void {
  let caller: Caller | Promise<Caller>
  try {
    caller = bearer(request)
  } catch (error) {
    done(error as Error)
    return
  }
  if (caller instanceof Promise) {
    caller.then(
      known => {
        request.caller = known
        done()
      },
      error => done(error),
    )
    return
  }
  request.caller = caller
  done()
}
