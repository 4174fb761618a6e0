// A write that carries an Idempotency-Key is done once: the same key and body again gives the first answer again.
import { digestOf } from '../../base/digest.ts'
import { refuse } from '../../base/errors.ts'
import { seal, unseal } from '../../base/seal.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { OperationContext } from '../context.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { OperationTables } from '../tables.ts'

const statement = statementsOn<OperationTables>()

export interface Idempotency {
  readonly key: string
  /** Stands for the operation and the body. */
  readonly bodyDigest: string
}

export const idempotencyKeyMaxLength = 255
const purpose = 'idempotency'

type Named = { db: number; uid: string; key: string }

const claim = statement((db, p: Args<Named & { body: string; created: number }>) =>
  db
    .insertInto('idempotency')
    .values({ db: p('db'), uid: p('uid'), key: p('key'), body: p('body'), created: p('created') })
    .onConflict(c => c.columns(['db', 'uid', 'key']).doNothing()),
)
const reclaim = statement((db, p: Args<Named & { body: string; created: number; before: number }>) =>
  db
    .updateTable('idempotency')
    .set({ body: p('body'), created: p('created'), answer: null })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('key', '=', p('key'))
    .where('created', '<=', p('before')),
)
const stored = statement((db, p: Args<Named>) =>
  db
    .selectFrom('idempotency')
    .select(['body', 'answer'])
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('key', '=', p('key')),
)
const keep = statement((db, p: Args<Named & { answer: string }>) =>
  db
    .updateTable('idempotency')
    .set({ answer: p('answer') })
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('key', '=', p('key')),
)

/** Runs `work` unless this caller's key was used before. Whoever sends the same key meanwhile waits for the first one. */
export async function once<T>(
  rows: RowStore,
  { caller, now, limits }: OperationContext,
  { key, bodyDigest }: Idempotency,
  work: () => Promise<T>,
): Promise<T> {
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
    const text = row.answer === null ? null : unseal(row.answer, key, purpose)
    if (text !== null) return JSON.parse(text) as T
  }
  const answer = await work()
  await tx.run(keep(dialect, { ...named, answer: seal(JSON.stringify(answer), key, purpose) }))
  return answer
}
