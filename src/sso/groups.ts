// Gives a user the groups that the provider lists: those with the name, or with an external key of the source `sso`.
import { fold } from '../base/text/fold.ts'
import type { externalKeyTable } from '../fields/kinds/external-keys.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type SystemParts, systemContext } from '../operations/system/system-context.ts'
import { runWrites } from '../operations/write/write.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Store } from '../storage/store.ts'
import type { TablesOf } from '../storage/table.ts'

const statement = statementsOn<EntityTables & TablesOf<[typeof externalKeyTable]>>()

/** The source of the external keys by which a provider may name a group: Entra ID sends identifiers, for instance. */
const keySource = 'sso'

const groupsOf = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('security_group').select(['id', 'display_f']).where('db', '=', p('db')).where('deleted', 'is', null),
)
const groupById = statement((db, p: Args<{ db: number; id: string }>) =>
  db
    .selectFrom('security_group')
    .select('id')
    .where('db', '=', p('db'))
    .where('id', '=', p('id'))
    .where('deleted', 'is', null),
)
const keysOf = statement((db, p: Args<{ db: number; source: string }>) =>
  db
    .selectFrom('external_key')
    .select(['owner', 'key'])
    .where('db', '=', p('db'))
    .where('kind', '=', 'SecurityGroup')
    .where('source_f', '=', p('source'))
    .where('lost', '=', ''),
)
const membershipsOf = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.selectFrom('security_group_members').select('owner').where('db', '=', p('db')).where('item', '=', p('uid')),
)

export const isGroup = async (store: Store, db: number, id: string): Promise<boolean> =>
  (await store.rows(groupById(store.dialect, { db, id }))).length === 1

/** Writes nothing when the user is in exactly these groups. The history of the user has the change, by the service. */
export async function setGroups(
  parts: SystemParts,
  { db, database, uid }: { readonly db: number; readonly database: string; readonly uid: string },
  listed: readonly string[],
): Promise<void> {
  const { store } = parts
  const { dialect } = store
  const [names, keys] = [new Set(listed.map(fold)), new Set(listed)]
  const groups = await store.rows(groupsOf(dialect, { db }))
  const named = await store.rows(keysOf(dialect, { db, source: keySource }))
  const byKey = new Set(named.filter(({ key }) => keys.has(key)).map(({ owner }) => owner))
  const idsOf = (test: (group: (typeof groups)[number]) => boolean) => new Set(groups.filter(test).map(({ id }) => id))
  const wanted = idsOf(({ id, display_f }) => byKey.has(id) || names.has(display_f ?? ''))
  const memberships = new Set((await store.rows(membershipsOf(dialect, { db, uid }))).map(({ owner }) => owner))
  const current = idsOf(({ id }) => memberships.has(id))
  if (current.symmetricDifference(wanted).size === 0) return
  const context = await systemContext(parts, { id: db, name: database })
  const Groups = [...wanted].map(id => encodeKey('SecurityGroup', id))
  const content = { Data: { Key: encodeKey('User', uid), Groups } }
  const request = { member: 'User', entity: context.catalog.model.entity('User'), log: false, content }
  await runWrites('Update', [request], context)
}
