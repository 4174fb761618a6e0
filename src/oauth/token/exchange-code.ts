// Checks an authorization code in order and exchanges it once for a pair (grant_type=authorization_code).
import { digestOf, sameSecret } from '../../base/secrets/digest.ts'
import { fail } from '../errors.ts'
import { revokeChain } from '../grants/revocation.ts'
import { codeByDigest, consumeCode, insertGrant } from '../statements.ts'
import { codeSeconds, isExpired } from '../tokens/lifetimes.ts'
import { insertPair } from '../tokens/pair-statements.ts'
import type { TokenCheck, TokenContext } from './context.ts'
import { newPair } from './pair.ts'

/** The checks before the pair is issued, which the standard issuer goes on from with its own. */
export const checkCode: readonly TokenCheck[] = [
  findCode,
  requireUnusedCode,
  requireLiveCode,
  requireSameRedirectUri,
  checkVerifier,
  requireUser,
]

export const exchangeCode: readonly TokenCheck[] = [...checkCode, issueFirstPair]

const badCode = (): never => fail('invalidCode', 'The authorization code is unknown, expired or was used before.')

async function findCode(context: TokenContext): Promise<void> {
  const { parts, parameters, application, lane } = context
  const code = parameters.get('code')
  if (code === undefined) fail('invalidRequest', 'The parameter code is missing.')
  const [row] = await parts.store.rows(codeByDigest(parts.store.dialect, { digest: digestOf(code) }))
  // Another client's code, and one of the other issuer, is treated as unknown, and is not consumed.
  if (row?.client_id !== application.clientId || (row.standard !== null) !== lane.isStandard) return badCode()
  context.code = row
}

/** A code that is sent twice may have been stolen, so the chain that it issued is revoked. */
export async function requireUnusedCode({ parts, code }: TokenContext): Promise<void> {
  if (code.used === null) return
  const { chain } = code
  if (chain !== null) {
    const end = { reason: 'code-reused', by: null } as const
    await parts.store.write(tx => revokeChain(tx, parts.store, chain, parts.clock, end))
  }
  badCode()
}

function requireLiveCode({ code, now }: TokenContext): void {
  if (isExpired(code, now)) badCode()
}

function requireSameRedirectUri({ parameters, code }: TokenContext): void {
  const uri = parameters.get('redirect_uri')
  if (uri === undefined) fail('invalidRequest', 'The parameter redirect_uri is missing.')
  if (uri !== code.redirect_uri) fail('redirectUriDiffers', 'The redirect_uri is not the one of the authorize request.')
}

function checkVerifier({ parameters, code }: TokenContext): void {
  const verifier = parameters.get('code_verifier')
  if (code.challenge === null) {
    if (verifier !== undefined) fail('wrongVerifier', 'A code_verifier was sent, but no code_challenge before.')
    return
  }
  if (verifier === undefined) fail('wrongVerifier', 'The code_verifier is missing.')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) fail('wrongVerifier', 'The code_verifier is malformed.')
  if (!sameSecret(digestOf(verifier), code.challenge)) fail('wrongVerifier', 'The code_verifier is wrong.')
}

/** The moment of the sign-in that the code stands for. */
const beganAt = ({ expires }: TokenContext['code']): number => expires - codeSeconds

export async function requireUser({ parts, code }: TokenContext): Promise<void> {
  const person = await parts.callers.find(code.db, code.uid)
  if (!person || beganAt(code) <= person.sessionsFrom) badCode()
}

export function issueFirstPair(context: TokenContext): Promise<void> {
  return issueOnce(context, consumeCode, [findCode, requireUnusedCode])
}

/** Consumes the code and issues the pair; of concurrent requests the first one does. `again` refuses the others. */
export async function issueOnce(
  context: TokenContext,
  consume: typeof consumeCode,
  again: readonly TokenCheck[],
): Promise<void> {
  const { parts, code, now } = context
  const { store } = parts
  const chain = parts.newId()
  const owner = {
    chain,
    client_id: code.client_id,
    db: code.db,
    uid: code.uid,
    scope: code.scope,
    began: Math.max(now, beganAt(code)),
  }
  const pair = newPair(parts, owner, now, parts.random, context.shape)
  const issued = await store.write(async tx => {
    if ((await tx.run(consume(store.dialect, { digest: code.digest, now, chain }))) !== 1) return false
    const { client_id, db, uid } = owner
    const { standard, provider } = code
    tx.defer(insertGrant(store.dialect, { id: chain, client_id, db, uid, now: owner.began, standard, provider }))
    tx.defer(insertPair(store.dialect, pair.row))
    return true
  })
  if (!issued) {
    for (const check of again) await check(context)
    badCode()
  }
  parts.issued.set(pair.row.refresh, pair.row)
  context.answer = pair.answer
}
