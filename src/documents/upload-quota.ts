// Bounds the uploads that are not documents yet, per user and per database, and keeps some disk space free.
import { sql } from 'kysely'
import { refuse, StoreUnavailable } from '../base/errors.ts'
import type { Settings } from '../config/settings.ts'
import { type contentTable, contentUse } from '../entities/document-content.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { TablesOf } from '../storage/table.ts'

const statement = statementsOn<TablesOf<[typeof contentTable]>>()

export interface UploadQuota {
  /** Bytes of pending uploads of one user, and of one database. */
  readonly userBytes: number
  readonly databaseBytes: number
  /** Pending uploads of one user. */
  readonly userUploads: number
  /** Bytes of the disk that uploads leave free. */
  readonly freeDisk: number
}

export const uploadQuotaOf = (settings: Settings): UploadQuota => ({
  userBytes: settings.uploadPendingUser,
  databaseBytes: settings.uploadPendingDatabase,
  userUploads: settings.uploadPendingCount,
  freeDisk: settings.uploadFreeDisk,
})

/** Pending uploads that have expired are about to be removed and are not counted. */
const pending = statement((db, p: Args<{ db: number; uid: string; now: number }>) =>
  db
    .selectFrom('binary_content')
    .select(eb => [
      sql<number>`coalesce(sum(coalesce(size, received)), 0)`.as('all_bytes'),
      sql<number>`coalesce(sum(case when ${eb.ref('uid')} = ${p('uid')} then coalesce(size, received) else 0 end), 0)`.as(
        'own_bytes',
      ),
      sql<number>`coalesce(sum(case when ${eb.ref('uid')} = ${p('uid')} then 1 else 0 end), 0)`.as('own_uploads'),
    ])
    .where('db', '=', p('db'))
    .where('used', '=', contentUse.pending)
    .where('expires', '>=', p('now')),
)

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`
const remedy = 'Make documents of the uploads, or wait: an upload without a document is dropped after a day.'

/** Refuses when `more` bytes, of one upload more, are over a quota. */
export async function requireRoom(
  store: Store,
  { db, uid }: { readonly db: number; readonly uid: string },
  quota: UploadQuota,
  now: number,
  more: { readonly bytes: number; readonly uploads: number },
): Promise<void> {
  const free = await store.freeBytes()
  if (free !== null && free - more.bytes < quota.freeDisk) {
    const reason = 'too little disk space is left for uploads'
    throw new StoreUnavailable(`${mebibytes(free)} are free, and upload-free-disk keeps ${mebibytes(quota.freeDisk)}`, {
      reason,
    })
  }
  const [row] = await store.rows(pending(store.dialect, { db, uid, now }))
  const [all, own, uploads] = [Number(row?.all_bytes), Number(row?.own_bytes), Number(row?.own_uploads)]
  if (uploads + more.uploads > quota.userUploads) {
    refuse('LimitExceeded', '', `You have ${uploads} uploads without a document, which is the limit. ${remedy}`)
  }
  if (own + more.bytes > quota.userBytes) {
    refuse(
      'LimitExceeded',
      '',
      `Your uploads without a document are limited to ${mebibytes(quota.userBytes)}. ${remedy}`,
    )
  }
  if (all + more.bytes > quota.databaseBytes) {
    const limit = mebibytes(quota.databaseBytes)
    refuse('LimitExceeded', '', `All uploads of this database without a document are limited to ${limit}. ${remedy}`)
  }
}
