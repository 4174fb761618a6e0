// Declares what the two issuers do differently with the same codes, pairs and checks.
import type { SecretKind } from '../entities/rules/credentials.ts'
import { parseScope } from './scope.ts'

/** The form of a pair and of the answer that has it. */
export interface PairShape {
  readonly access: SecretKind
  readonly refresh: SecretKind
  /** Further members of the answer, as JSON text that begins with a comma. */
  readonly more: (accessToken: string) => string
}

export interface Lane {
  readonly isStandard: boolean
  /** A refresh token without the prefix of this kind is unknown to the issuer. */
  readonly refreshKind: SecretKind
  /** The scopes of a text; null when one of them is unknown. */
  readonly parseScope: (text: string | undefined) => string[] | null
  /** How answers name a person. */
  readonly subjectOf: (person: { readonly db: number; readonly uid: string }) => string
}

/** The issuer of the specification. */
export const literalLane: Lane = { isStandard: false, refreshKind: 'refresh', parseScope, subjectOf: ({ uid }) => uid }

export const literalShape: PairShape = { access: 'access', refresh: 'refresh', more: () => '' }
