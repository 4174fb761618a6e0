// Checks client and redirect URI of an authorize request; their failures are pages, never redirects.
import { matchesRedirectUri, redirectUriProblem } from '../../entities/rules/redirect-uri.ts'
import { type AuthorizeContext, UnsafeToRedirect } from './context.ts'

function only(context: AuthorizeContext, name: string): string {
  const value = context.parameters.get(name)
  if (value === undefined) throw new UnsafeToRedirect(`The request does not say its ${name}.`)
  if (context.parameters.isRepeated(name)) throw new UnsafeToRedirect(`The request says its ${name} more than once.`)
  return value
}

export async function findClient(context: AuthorizeContext): Promise<void> {
  const application = await context.parts.applications.find(only(context, 'client_id'))
  if (!application) throw new UnsafeToRedirect('The application that sent you here is not registered.')
  context.application = application
}

export function checkRedirectUri(context: AuthorizeContext): void {
  const uri = only(context, 'redirect_uri')
  const { loopbackRedirects } = context.parts.policy
  const registered = context.application.redirectUri
  if (!matchesRedirectUri(uri, registered, loopbackRedirects) || redirectUriProblem(uri, loopbackRedirects) !== null) {
    throw new UnsafeToRedirect(
      'The address to return to (redirect_uri) is not the one that the application registered.',
    )
  }
  context.redirectUri = uri
}
