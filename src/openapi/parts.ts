// Provides the parts that the operations of the document share: parameters, headers, failures, security.
import { errorRegistry } from '../base/error-codes.ts'
import { oauthErrors } from '../oauth/errors.ts'
import { namedValues, object, ref, type Schema, text } from './schema.ts'

/** The public origin of the service, and the prefixes of its paths. */
export interface ServiceAddress {
  readonly origin: string
  readonly apiPrefix: string
  readonly authPrefix: string
  /** The standard issuer; null where it is off. */
  readonly standard: { readonly canRegister: boolean } | null
}

export type Operation = Readonly<Record<string, unknown>>
/** Operations by method, and the parameters that they share, by path. */
export type Paths = Record<string, Readonly<Record<string, unknown>>>

/** The access that an operation needs: read or write data, or the entities of user interfaces. */
type Access = 'read' | 'write' | 'webaccess'

const scopesOf: Readonly<Record<Access, readonly string[]>> = {
  read: ['data.readonly', 'data'],
  write: ['data'],
  webaccess: ['webaccess'],
}

const securityOf = (access: Access): object[] => {
  const scopes = scopesOf[access]
  return [...scopes.map(scope => ({ oauth2: [scope] })), { bearer: [] }]
}

export const response = (name: string): Schema => ({ $ref: `#/components/responses/${name}` })
const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` })

/** The members by which the document names an operation. */
export const titled = (operationId: string, tags: readonly string[], summary: string): Operation => {
  return { operationId, tags, summary }
}

export const parameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

export const inQuery = (
  name: string,
  schema: Schema,
  description: string,
  example?: string,
  required = false,
): Schema => ({
  name,
  in: 'query',
  required,
  description,
  schema,
  ...(example === undefined ? {} : { examples: { example: { value: example } } }),
})

export const inPath = (name: string, description: string, example: string): Schema => {
  return { name, in: 'path', required: true, description, schema: text, examples: { example: { value: example } } }
}

const rateHeaders = {
  'X-Request-Id': headerRef('RequestId'),
  RateLimit: headerRef('RateLimit'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
}

export const json = (schema: Schema, examples?: Schema): Schema => ({
  'application/json': { schema, ...(examples ? { examples } : {}) },
})

export const answer = (description: string, schema: Schema, more: Schema = {}): Schema => ({
  description,
  headers: { ...rateHeaders, ...more },
  content: json(schema),
})

/** The failures that any call with a token can have. */
const callerFailures = {
  '401': response('Unauthorized'),
  '403': response('Forbidden'),
  '429': response('TooManyRequests'),
  '500': response('Fault'),
  '503': response('Unavailable'),
}

/** Of an operation that reads a body, and never refuses what it says. */
export const bodyFailures = { '408': response('TooSlow'), '413': response('TooLarge') }

/** The failures of a data operation besides a refusal, which has HTTP 200. */
const dataFailures = { '400': response('NotJson'), ...bodyFailures }

/** Of an operation that reads neither a body nor a token. */
export const headerFailures = { '431': response('HeadersTooLarge') }

/** An operation of the data API: HTTP 200 says that it ran, and `Code` whether it succeeded. */
export const dataOperation = (access: Access, success: Schema, given: Operation): Operation => ({
  ...given,
  security: securityOf(access),
  responses: {
    '200': answer('The operation ran; Code -1 says that it was refused.', { oneOf: [success, ref('Failure')] }),
    ...dataFailures,
    ...callerFailures,
  },
})

/** An operation whose failures have an HTTP status. */
export const resourceOperation = (access: Access, responses: Operation, given: Operation): Operation => ({
  ...given,
  security: securityOf(access),
  responses: { '400': response('BadRequest'), ...responses, ...callerFailures },
})

/** For reads that name something by its id. */
export const notFound = { '404': response('NotFound') }

/** Returns the function that builds the reads of a room; `more` are responses besides the usual ones. */
export const readsTagged =
  (tags: readonly string[]) =>
  (operationId: string, summary: string, schema: Schema, more: Operation = {}): Operation =>
    resourceOperation('read', { '200': answer('As asked.', schema), ...more }, titled(operationId, tags, summary))

/** An endpoint of the authorization server, for clients. */
export const clientOperation = (responses: Operation, given: Operation): Operation => ({
  ...given,
  security: [{ clientBasic: [] }, {}],
  responses: { ...responses, '400': response('OAuthFailure') },
})

export const body = (schema: Schema, examples?: Schema, required = true): Schema => ({
  required,
  content: json(schema, examples),
})

const errorCode: Schema = {
  type: 'integer',
  ...namedValues(
    Object.entries(errorRegistry).map(([title, { code, doc }]) => ({ value: code, title, description: doc })),
  ),
}

const oauthCode: Schema = {
  type: 'integer',
  ...namedValues(
    Object.entries(oauthErrors).map(([title, { code, error, doc, client }]) => ({
      value: code,
      title,
      description: `${error}: ${doc} ${client}`,
    })),
  ),
}

export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Failure: {
    ...object(
      {
        Code: { type: 'integer', const: -1 },
        Msg: { type: 'array', items: text, description: 'For people.' },
        Errors: { type: 'array', items: ref('Problem'), description: 'For programs: every problem of the request.' },
      },
      ['Code', 'Msg'],
    ),
    description: 'A refused request. It has changed nothing.',
  },
  Problem: object(
    {
      ErrorCode: ref('ErrorCode'),
      Path: { type: 'string', description: 'Where in the request: `AbEntry.Data[3].Email`.' },
      Message: text,
      Suggestion: {
        type: 'string',
        description: 'The name or value to use instead, when one is near. `Message` suggests it to people.',
      },
    },
    ['ErrorCode', 'Path', 'Message'],
  ),
  ErrorCode: { ...errorCode, description: 'Stable numbers for programs.' },
  OAuthErrorCode: { ...oauthCode, description: 'Tells apart what one `error` of RFC 6749 stands for.' },
  OAuthFailure: object(
    {
      error: { type: 'string', enum: [...new Set(Object.values(oauthErrors).map(({ error }) => error))] },
      error_code: ref('OAuthErrorCode'),
      error_description: { type: 'string', description: 'For people.' },
    },
    ['error', 'error_code', 'error_description'],
  ),
}

const failure = (description: string, headers: Schema = {}): Schema => ({
  description,
  headers: { 'X-Request-Id': headerRef('RequestId'), ...headers },
  content: json(ref('Failure')),
})

const retry = { 'Retry-After': headerRef('RetryAfter') }
const challenge = { 'WWW-Authenticate': headerRef('Challenge') }

export const sharedResponses: Readonly<Record<string, Schema>> = {
  NotJson: failure('The body is not JSON (-1000).'),
  BadRequest: failure('The request is refused; ErrorCode says why.'),
  Unauthorized: failure('The token is missing (-2005), or unknown, expired or revoked (-2000).', challenge),
  Forbidden: failure('The scope of the token does not allow this (-2001), or the user may not do it.', challenge),
  NotFound: failure('There is nothing of this name, or nothing that the caller may see.'),
  Conflict: failure('Another request has changed it meanwhile (-4006).'),
  TooSlow: failure('The body took too long to arrive (-1007).'),
  TooLarge: failure('The body is over its limit (-1007).'),
  HeadersTooLarge: { description: 'The headers are over the limit `header-limit`.' },
  OverLimit: failure('There are as many as there may be (-1007).'),
  TooManyRequests: failure('More requests than allowed (-2004).', { ...retry, ...rateHeaders }),
  Fault: failure('A fault of the server (-9001). Its log has the request id.'),
  Unavailable: failure('The store cannot be reached (-9000), or the server has too much to do (-9002).', retry),
  OAuthFailure: {
    description: 'Every failure of the endpoint. A client decides by error_code; 3005 may be sent again later.',
    headers: retry,
    content: json(ref('OAuthFailure')),
  },
}

export const sharedHeaders: Readonly<Record<string, Schema>> = {
  RequestId: { description: 'The id of the request, which the log has too.', schema: text },
  RateLimit: {
    description: 'What is left of each limit, if limits are set: `"user";r=99;t=60`.',
    schema: text,
  },
  RateLimitPolicy: { description: 'The limits, if they are set: `"user";q=100;w=60`.', schema: text },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
  Challenge: { description: 'The challenge of RFC 6750.', schema: text },
  ETag: { description: 'The tag of the content, for If-None-Match.', schema: text },
}

export const sharedParameters: Readonly<Record<string, Schema>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes a write safe to repeat: the same key and body get the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of yours, which the answer and the log have too.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of what you have; 304 if it is still the same.',
    schema: text,
  },
}

export const securitySchemes = (origin: string, authPrefix: string): Schema => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token, or a personal access token (`clp_...`).',
  },
  oauth2: {
    type: 'oauth2',
    description: 'The Authorization Code Grant with PKCE; the challenge method is called SHA256 here.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${origin}${authPrefix}/v1/authorize`,
        tokenUrl: `${origin}${authPrefix}/v1/token`,
        refreshUrl: `${origin}${authPrefix}/v1/token`,
        scopes: {
          data: 'Read and write the data API and webhooks.',
          'data.readonly': 'Read the data API, webhooks and the change feed.',
          webaccess: 'What user interfaces use: views and preferences.',
        },
      },
    },
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'client_id and client_secret of an application; both may also stand in the form.',
  },
})
