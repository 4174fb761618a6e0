// Lists the users of a database for fields that take a user.
import { member } from '../base/text/json.ts'
import { encodeKey } from '../fields/record-key.ts'
import type { EntityTables } from '../model/entity-tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { OptionsContext } from './context.ts'
import type { OptionSet, Shape } from './option-set.ts'
import { includes } from './select.ts'

const statement = statementsOn<EntityTables>()

const shape: Shape = {
  Uid: true,
  Key: 'key',
  Value: true,
  DisplayName: true,
  DisplayValue: true,
  Enabled: true,
}

const users = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('user')
    .select(['id', 'display', 'enabled'])
    .where('db', '=', p('db'))
    .where('deleted', 'is', null)
    .orderBy('display_f')
    .orderBy('id'),
)

/** Omits disabled users unless `Options.IncludeDisabled` is true. */
export async function userOptions(context: OptionsContext, options: Record<string, unknown>): Promise<OptionSet> {
  const { store, caller } = context
  const rows = await store.rows(users(store.dialect, { db: caller.db }))
  const all = includes(member(options, 'IncludeDisabled'))
  const items = rows
    .filter(row => all || row.enabled === 1)
    .map(({ id, display, enabled }) => {
      const name = display ?? id
      const key = encodeKey('User', id)
      return { Uid: id, Key: key, Value: name, DisplayName: name, DisplayValue: name, Enabled: enabled === 1 }
    })
  return { shape, items }
}

const named = statement((db, p: Args<{ db: number; uid: string }>) =>
  db.selectFrom('user').select(['display', 'email']).where('db', '=', p('db')).where('id', '=', p('uid')),
)

/** The name by which a user is shown, which is the Uid when the user has no other, and the e-mail. */
export async function nameAndEmail({ store }: Pick<OptionsContext, 'store'>, db: number, uid: string) {
  const [row] = await store.rows(named(store.dialect, { db, uid }))
  return { name: row?.display ?? uid, email: row?.email ?? null }
}

export const userName = async (parts: Pick<OptionsContext, 'store'>, db: number, uid: string): Promise<string> =>
  (await nameAndEmail(parts, db, uid)).name

const principalShape: Shape = { Key: 'key', Value: true, DisplayValue: true }

const groups = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('security_group')
    .select(['id', 'display'])
    .where('db', '=', p('db'))
    .where('deleted', 'is', null)
    .orderBy('display_f')
    .orderBy('id'),
)

/** Lists who can be named in SecAccess: everyone, the users and the security groups. */
export async function principalOptions(context: OptionsContext): Promise<OptionSet> {
  const { store, caller } = context
  const item = (kind: string, id: string, name: string) => ({
    Key: encodeKey(kind, id),
    Value: name,
    DisplayValue: name,
  })
  const users = (await userOptions(context, {})).items.map(({ Uid, Value }) => item('User', String(Uid), String(Value)))
  const rows = await store.rows(groups(store.dialect, { db: caller.db }))
  const byGroup = rows.map(({ id, display }) => item('SecurityGroup', id, display ?? id))
  return { shape: principalShape, items: [item('User', '*', 'Everyone'), ...users, ...byGroup] }
}
