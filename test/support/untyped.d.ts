// Declares the little that tests use of packages which bring no types.

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: readonly object[]
        claims: Record<string, string[]>
        findAccount: (context: unknown, id: string) => { accountId: string; claims: () => Record<string, unknown> }
        cookies: { keys: string[] }
      },
    )
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}

declare module 'simple-oauth2' {
  export interface AccessToken {
    readonly token: Record<string, unknown>
    expired(): boolean
    refresh(): Promise<AccessToken>
    revokeAll(): Promise<void>
  }
  export class AuthorizationCode {
    constructor(options: {
      client: { id: string; secret: string }
      auth: { tokenHost: string; tokenPath: string; authorizePath: string; revokePath: string }
      options?: { authorizationMethod: 'header' | 'body' }
    })
    authorizeURL(params: Record<string, string>): string
    getToken(params: Record<string, string>): Promise<AccessToken>
  }
}

declare module 'passport-oauth2' {
  type Verified = (error: Error | null, user?: unknown) => void
  export default class OAuth2Strategy {
    constructor(
      options: {
        authorizationURL: string
        tokenURL: string
        clientID: string
        clientSecret: string
        callbackURL: string
        scope?: string
        state?: boolean
        pkce?: boolean
        skipUserProfile?: boolean
      },
      verify: (accessToken: string, refreshToken: string, profile: unknown, done: Verified) => void,
    )
    authenticate(request: object, options?: object): void
    redirect: (url: string) => void
    success: (user: unknown) => void
    fail: (info: unknown) => void
    error: (error: Error) => void
    readonly _oauth2: {
      getOAuthAccessToken(
        token: string,
        params: Record<string, string>,
        done: (error: unknown, access: string, refresh: string) => void,
      ): void
    }
  }
}
