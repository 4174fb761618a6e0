// Carries the results of the checks of an authorize request.
import type { Texts } from '../../pages/sign-in/texts/en.ts'
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
  /** The person whom an id_token_hint names, at the standard issuer. */
  subject: string | null = null
  /** The issuer, where redirects name it. */
  readonly iss: string | undefined

  constructor(parts: EndpointParts, parameters: Parameters, iss?: string) {
    this.parts = parts
    this.parameters = parameters
    this.iss = iss
  }
}

export type AuthorizeCheck = (context: AuthorizeContext) => void | Promise<void>

/** The client or its redirect URI is not known: the user sees a page, never a redirect. */
export class UnsafeToRedirect extends Error {
  readonly say: (texts: Texts['errors']['badRequest']) => string

  constructor(say: (texts: Texts['errors']['badRequest']) => string) {
    super('An authorize request has no safe redirect')
    this.name = 'UnsafeToRedirect'
    this.say = say
  }
}
