// Runs a write with an Idempotency-Key once: a repeated key with the same body gets the first answer again.

import type { Caller } from '../../accounts/caller.ts'
import { refuse } from '../../base/errors.ts'
import { digestOf } from '../../base/secrets/digest.ts'
import { seal, unseal } from '../../base/secrets/seal.ts'
import { shownOnce } from '../../entities/rules/credentials.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { OperationContext } from '../context.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { OperationTables } from '../tables.ts'

const statement = statementsOn<OperationTables>()

export interface Idempotency {
  readonly key: string
  /** The digest of the operation and the body. */
  readonly bodyDigest: string
  /** The installation's secret key: shared by all nodes, never stored. Null when there is none. */
  readonly commonKey: string | null
}

export const idempotencyKeyMaxLength = 255
const purpose = 'idempotency'

type KeyColumns = { db: number; uid: string; key: string }

const claim = statement((db, p: Args<KeyColumns & { body: string; created: number }>) =>
  db
    .insertInto('idempotency')
    .values({ db: p('db'), uid: p('uid'), key: p('key'), body: p('body'), created: p('created') })
    .onConflict(c => c.columns(['db', 'uid', 'key']).doNothing()),
)
const reclaim = statement((db, p: Args<KeyColumns & { body: string; created: number; before: number }>) =>
  db
    .updateTable('idempotency')
    .set({ body: p('body'), created: p('created'), answer: null })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('key', '=', p('key'))
    .where('created', '<=', p('before')),
)
const stored = statement((db, p: Args<KeyColumns>) =>
  db
    .selectFrom('idempotency')
    .select(['body', 'answer'])
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('key', '=', p('key')),
)
const keep = statement((db, p: Args<KeyColumns & { answer: string }>) =>
  db
    .updateTable('idempotency')
    .set({ answer: p('answer') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('key', '=', p('key')),
)

/** Runs `work` unless this caller's key was used before. A concurrent request with the same key waits for the first. */
export async function once<T>(
  rows: RowStore,
  { caller, now, limits }: OperationContext,
  idempotency: Idempotency,
  work: () => Promise<T>,
): Promise<T> {
  const { key, bodyDigest } = idempotency
  if (key.length === 0 || key.length > idempotencyKeyMaxLength) {
    refuse('InvalidValue', 'Idempotency-Key', `An Idempotency-Key has 1 to ${idempotencyKeyMaxLength} characters.`)
  }
  const { tx, dialect, db } = rows
  const named = { db, uid: caller.uid, key: digestOf(key) }
  const mine = { ...named, body: bodyDigest, created: now }
  const fresh =
    (await tx.run(claim(dialect, mine))) === 1 ||
    (await tx.run(reclaim(dialect, { ...mine, before: now - limits.idempotencySeconds }))) === 1
  if (!fresh) {
    const [row] = await tx.rows(stored(dialect, named))
    if (row?.body !== bodyDigest) {
      refuse('IdempotencyMismatch', 'Idempotency-Key', 'The Idempotency-Key was used before, with another body.')
    }
    if (row.answer !== null) return openAnswer<T>(row.answer, idempotency, credentialOf(caller))
  }
  const answer = await work()
  const kept = JSON.stringify(
    { by: credentialOf(caller), answer },
    idempotency.commonKey === null ? withoutSecrets : undefined,
  )
  await tx.run(keep(dialect, { ...named, answer: seal(kept, sealedUnder(idempotency), purpose) }))
  return answer
}

/**
 * A client may choose a key that is easily guessed, so an answer is also sealed under a key that the store does not have.
 * Without such a key the answer is kept without secrets.
 */
const sealedUnder = ({ key, commonKey }: Idempotency): string => (commonKey === null ? key : `${commonKey}\n${key}`)

/** What the caller came with: a session, a personal token, or the grant of an application, which outlives its tokens. */
const credentialOf = ({ session, personalToken, chain }: Caller): string => session?.id ?? personalToken ?? chain ?? ''

/** A replacer of JSON.stringify and a reviver of JSON.parse. */
const withoutSecrets = (name: string, value: unknown): unknown => (shownOnce.has(name) ? undefined : value)

/** The kept answer; a credential other than the one of the first request does not get its new secrets. */
function openAnswer<T>(sealed: string, idempotency: Idempotency, credential: string): T {
  // An answer of a node without the common key is sealed under the client's key alone.
  const text = unseal(sealed, sealedUnder(idempotency), purpose) ?? unseal(sealed, idempotency.key, purpose)
  if (text !== null) {
    const { by } = JSON.parse(text) as { by: string }
    return (JSON.parse(text, by === credential ? undefined : withoutSecrets) as { answer: T }).answer
  }
  const message = 'The Idempotency-Key was used before, and its answer was kept under another secret-key.'
  return refuse('IdempotencyMismatch', 'Idempotency-Key', message)
}
