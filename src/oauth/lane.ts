// Declares what the two issuers do differently with the same codes, pairs and checks.
import type { SecretKind } from '../entities/rules/credentials.ts'
import { parseScope } from './scope.ts'

/** The form of a pair and of the answer that has it. */
export interface PairShape {
  readonly access: SecretKind
  readonly refresh: SecretKind
  readonly type: 'Bearer' | 'DPoP'
  /** What stands in the access token behind its time. */
  readonly mark: string
  /** Further members of the answer, as JSON text that begins with a comma. */
  readonly more: (accessToken: string) => string
}

export interface Lane {
  readonly isStandard: boolean
  /** A refresh token without the prefix of this kind is unknown to the issuer. */
  readonly refreshKind: SecretKind
  /** The scopes of a text; null when one of them is unknown. */
  readonly parseScope: (text: string | undefined) => string[] | null
  /** What introspection says of the key to which an access token is bound. */
  readonly confirmationOf: (accessToken: string) => object
  /** How answers name a person. */
  readonly subjectOf: (person: { readonly db: number; readonly uid: string }) => string
}

/** The issuer of the specification. */
export const literalLane: Lane = {
  isStandard: false,
  refreshKind: 'refresh',
  parseScope,
  confirmationOf: () => ({ token_type: 'Bearer' }),
  subjectOf: ({ uid }) => uid,
}

export const literalShape: PairShape = {
  access: 'access',
  refresh: 'refresh',
  type: 'Bearer',
  mark: '',
  more: () => '',
}
