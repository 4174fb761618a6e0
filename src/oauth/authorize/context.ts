// Carries the results of the checks of an authorize request.
import type { Application } from '../applications.ts'
import type { EndpointParts } from '../endpoint-parts.ts'
import type { Parameters } from '../parameters.ts'

export class AuthorizeContext {
  readonly parts: EndpointParts
  readonly parameters: Parameters
  application!: Application
  redirectUri!: string
  state: string | null = null
  scope!: readonly string[]
  challenge: string | null = null

  constructor(parts: EndpointParts, parameters: Parameters) {
    this.parts = parts
    this.parameters = parameters
  }
}

export type AuthorizeCheck = (context: AuthorizeContext) => void | Promise<void>

/** The client or its redirect URI is not known: the person sees a page, never a redirect. */
export class UnsafeToRedirect extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnsafeToRedirect'
  }
}
