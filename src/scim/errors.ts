// Declares the errors of SCIM (RFC 7644, 3.12), and turns refusals of the data API into them.
import { Refusal } from '../base/errors.ts'

export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

export const scimMediaType = 'application/scim+json; charset=utf-8'
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** Refuses a request with HTTP 400. */
export function invalid(scimType: ScimType, detail: string): never {
  throw new ScimError(400, scimType, detail)
}

export const errorBody = (status: number, detail: string, scimType: ScimType | null = null): string =>
  JSON.stringify({
    schemas: [errorSchema],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail,
  })

type ProblemName = Refusal['problems'][number]['error']

/** What a refused operation is in SCIM; all other refusals of a value are `invalidValue`. */
const meanings: Partial<Record<ProblemName, readonly [status: number, scimType: ScimType | null]>> = {
  AlreadyExists: [409, 'uniqueness'],
  ItemInUse: [409, null],
  VersionConflict: [412, null],
  LimitExceeded: [400, 'tooMany'],
  UnparsableBody: [400, 'invalidSyntax'],
}

/** Problems of the request as a whole, which the face of the route formats. */
const ofRequest: ReadonlySet<ProblemName> = new Set([
  'InvalidToken',
  'TokenRequired',
  'TooManyRequests',
  'StoreUnavailable',
  'Overloaded',
  'Internal',
])

/** Rethrows what is no refusal of an operation. */
export function asScimError(error: unknown): ScimError {
  if (error instanceof ScimError) return error
  if (!(error instanceof Refusal)) throw error
  const { error: name = 'Internal' } = error.problems[0] ?? {}
  if (ofRequest.has(name)) throw error
  const [status, scimType] = meanings[name] ?? [400, 'invalidValue']
  return new ScimError(status, scimType, error.message)
}
