// Lists what the specification requires of the authorization server: sign-in, codes, tokens, errors and limits.
import type { Topic } from './topic.ts'

export const authorization: readonly Topic[] = [
  {
    title: 'Authorize endpoint',
    requirements: {
      'C-4.1-01': 'A browser starts an authorization with GET on `/v1/authorize`.',
      'C-4.1-02': '`response_type` is required and is `code`.',
      'C-4.1-03': '`client_id` is required and names a registered application.',
      'C-4.1-04':
        '`redirect_uri` is required and equals the registered address to the letter, without further parameters.',
      'C-4.1-05':
        '`scope` lists values with spaces between them: `data`, `data.readonly`, `webaccess`; without it `data` is meant.',
      'C-4.1-06': '`state` comes back as it was sent.',
      'C-4.1-07': '`code_challenge` is the Base64URL of the SHA-256 of the verifier.',
      'C-4.1-08': 'A public client must send a `code_challenge`.',
      'C-4.1-09': '`code_challenge_method` is the word `SHA256` and not `S256`.',
      'C-4.1-10': 'A success redirect has `code`, `state` and `login_hint`, which names the database and the user.',
      'C-4.1-11': 'The length of codes varies.',
      'C-7.2-01': 'A failure goes back to `redirect_uri` with `error`, `error_description` and `state`.',
      'C-7.2-02': 'A sign-in that the person cancels goes back with `error_code` 14.',
    },
  },
  {
    title: 'Sign-in',
    requirements: {
      'C-4.1-12': 'The person confirms the e-mail address with a code of six digits.',
      'C-4.1-13': 'A link in the mail confirms the address as well.',
      'C-4.1-14': 'A browser that confirmed an address is not asked again for up to 90 days.',
      'C-4.1-15': 'A person with several accounts chooses one; with one account there is nothing to choose.',
      'C-4.1-16': 'The person enters a password, or signs in through the provider of the account.',
      'C-4.1-17': 'An account with single sign-on alone never shows a password form.',
      'C-4.1-18': 'The application needs to know neither the account nor the way of signing in.',
    },
  },
  {
    title: 'Token endpoint',
    requirements: {
      'C-4.1-20': 'A token request is a POST with a body of form parameters.',
      'C-4.1-21': 'Parameters in the query string are not read, and the request fails with HTTP 400.',
      'C-4.1-22': '`client_id` is required and is the one of the authorize request.',
      'C-4.1-23': 'A confidential client must send its secret.',
      'C-4.1-24': 'A public client exchanges and refreshes without a secret.',
      'C-4.1-25': '`code_verifier` is required when a challenge was sent, and is checked.',
      'C-4.1-26': '`redirect_uri` of an exchange is the one of the authorize request.',
      'C-4.1-27': '`redirect_uri` of a refresh is the registered one.',
      'C-4.1-28': 'A refresh needs the newest refresh token.',
      'C-2.8-01': 'A token answer has access_token, token_type, expires_in and refresh_token.',
      'C-2.8-02': '`token_type` is `Bearer`.',
      'C-2.8-03': '`expires_in` is 600 seconds.',
      'C-2.8-04': 'Tokens are opaque texts of varying length.',
    },
  },
  {
    title: 'Life of codes and tokens',
    requirements: {
      'C-3.1-01': 'A code is exchanged once for an access token and a refresh token.',
      'C-3.1-02': 'A code that is older than two minutes fails with HTTP 400.',
      'C-3.1-03': 'Each request with an access token moves its end to ten minutes later.',
      'C-3.1-04': 'An access token ends 24 hours after it was issued, whatever its use.',
      'C-3.1-05': 'An access token that is not used for ten minutes ends.',
      'C-3.1-06': 'A refresh gives a new access token and a new refresh token, and consumes the old refresh token.',
      'C-3.1-07': 'A refresh token lives for 180 days.',
      'C-3.1-08': 'A consumed refresh token that comes again within 60 seconds gives the same pair again.',
      'C-3.1-09': 'A consumed refresh token that comes later is an invalid grant.',
      'C-3.1-10': 'Requests with a token that has ended fail.',
      'C-5-05': 'Tokens are kept on the server and can be revoked there.',
      'C-5-06': 'A personal token lives as long as was said when it was made, and use does not extend it.',
    },
  },
  {
    title: 'Token validation',
    requirements: {
      'C-4.2-01': 'TokenValid takes the token from the header or from the body, and answers HTTP 200 always.',
      'C-4.2-02': 'TokenValid answers Code 0 for a good token.',
      'C-4.2-03': 'TokenValid answers Code -1 with a list of texts for a token that is not good.',
      'C-4.2-04': 'VerifyToken takes the token from the header alone, and answers HTTP 200 or 401.',
    },
  },
  {
    title: 'Clients and scopes',
    requirements: {
      'C-5-01': 'A client id has 20 characters and a client secret 64.',
      'C-5-02': 'An application is registered with an https redirect address.',
      'C-5-03': 'PKCE takes the place of the secret for public clients, and works for all.',
      'C-5-04': 'The scope `data` reads and writes, `data.readonly` reads, and `webaccess` alone does neither.',
    },
  },
  {
    title: 'Errors of the token endpoint',
    requirements: {
      'C-7.1-01': 'A failed token request is HTTP 400 with `error`, `error_code` and `error_description`.',
      'C-7.1-02': 'A refresh token that is unknown or has expired is `invalid_grant` with 3001.',
      'C-7.1-03': 'A refresh token that was revoked or used before is `invalid_grant` with another number.',
      'C-7.1-04': 'A fault that passes is `temporarily_unavailable` with 3005, and the request can be sent again.',
    },
  },
  {
    title: 'Versions of the authorization server',
    requirements: { 'C-9-01': 'The paths of the authorization server carry `/v1`.' },
  },
]
