// Keeps the picture that a user has of themselves: its owner sets and removes it, an administrator may remove it.
import type { Buffer } from 'node:buffer'
import type { Caller } from '../accounts/caller.ts'
import { type Clock, seconds } from '../base/clock.ts'
import { refuse } from '../base/errors.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { identifierMaker } from '../base/text/identifier.ts'
import { insertHistory } from '../operations/record/record-history.ts'
import { RowStore } from '../operations/rows/row-store.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store, Tx } from '../storage/store.ts'
import { pictureFormat } from './picture-format.ts'
import type { SessionTables } from './tables.ts'

/** A type and no interface, since statements take its members as arguments. */
type Picture = { readonly type: string; readonly version: string; readonly bytes: Uint8Array }

type Owner = Pick<Caller, 'db' | 'uid'>

/** In pixels: a file of a few bytes could unfold to very many in the browsers of others. */
const longestSide = 1_024

const statement = statementsOn<SessionTables>()

const pictureOf = statement((db, p: Args<Owner>) =>
  db
    .selectFrom('user_picture')
    .select(['type', 'version', 'bytes'])
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid')),
)
const versionOf = statement((db, p: Args<Owner>) =>
  db.selectFrom('user_picture').select('version').where('db', '=', p('db')).where('uid', '=', p('uid')),
)
const put = statement((db, p: Args<Owner & Picture>) =>
  db
    .insertInto('user_picture')
    .values({ db: p('db'), uid: p('uid'), type: p('type'), version: p('version'), bytes: p('bytes') })
    .onConflict(c =>
      c.columns(['db', 'uid']).doUpdateSet({ type: p('type'), version: p('version'), bytes: p('bytes') }),
    ),
)
const removeOf = statement((db, p: Args<Owner>) =>
  db.deleteFrom('user_picture').where('db', '=', p('db')).where('uid', '=', p('uid')),
)

export type Pictures = ReturnType<typeof createPictures>

export function createPictures({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  const { dialect } = store
  /** The history of the user says who changed the picture. It names the versions, without the bytes. */
  const recordChange = (tx: Tx, { db, uid }: Owner, caller: Caller, change: { Before: unknown; After: unknown }) =>
    insertHistory(
      new RowStore(tx, dialect, db),
      { caller, now: seconds(clock), id: identifierMaker(clock)() },
      { entity: 'User', record: uid, operation: 'Update', changes: JSON.stringify([{ Field: 'Picture', ...change }]) },
    )
  const storedVersion = async (reader: Store | Tx, { db, uid }: Owner): Promise<string | null> => {
    const [row] = await reader.rows(versionOf(dialect, { db, uid }))
    return row?.version ?? null
  }
  return {
    /** Changes with the picture; null while the user has none. */
    version: (owner: Owner): Promise<string | null> => storedVersion(store, owner),
    async read({ db, uid }: Owner): Promise<Picture | null> {
      const [row] = await store.rows(pictureOf(dialect, { db, uid }))
      return row ?? null
    },
    async set(caller: Caller, bytes: Buffer): Promise<string> {
      const { db, uid } = caller
      const picture = { type: typeOf(bytes), version: digestOf(bytes), bytes }
      await store.write(async tx => {
        const before = await storedVersion(tx, caller)
        if (before === picture.version) return
        await tx.run(put(dialect, { db, uid, ...picture }))
        await recordChange(tx, caller, caller, { Before: before, After: picture.version })
      })
      return picture.version
    },
    /** False when the user had none. */
    remove: (caller: Caller, uid: string): Promise<boolean> =>
      store.write(async tx => {
        const owner = { db: caller.db, uid }
        const before = await storedVersion(tx, owner)
        if ((await tx.run(removeOf(dialect, owner))) === 0) return false
        await recordChange(tx, owner, caller, { Before: before, After: null })
        return true
      }),
  }
}

function typeOf(bytes: Buffer): string {
  const found = pictureFormat(bytes)
  if (!found) return refuse('InvalidValue', '', 'The body is the bytes of a PNG, JPEG or WebP picture.')
  const { type, width, height } = found
  if (Math.max(width, height) > longestSide) {
    refuse(
      'TooLong',
      '',
      `A picture has at most ${longestSide} pixels on each side; this one has ${width} x ${height}.`,
    )
  }
  return type
}
