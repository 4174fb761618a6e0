// Keeps new recovery codes in an attempt, sealed under its cookie, until the person has seen them.
import { seal, unseal } from '../base/secrets/seal.ts'
import type { Random } from '../base/secrets/secret.ts'
import type { SignInContext } from './context.ts'

const purpose = 'clientele recovery codes'

export const sealedCodes = (codes: readonly string[], secret: string, random: Random): string =>
  seal(JSON.stringify(codes), secret, purpose, random)

/** The codes that the page of the attempt shows until the person goes on. */
export const keptCodes = ({ row, secret }: Pick<SignInContext, 'row' | 'secret'>): string[] =>
  JSON.parse(unseal(row.kept ?? '', secret, purpose) ?? '[]') as string[]
