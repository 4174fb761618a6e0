// Caches what a request needs to know of a database: its model, its option items, its currency and rates.
import { BoundedMap } from '../base/caches/bounded-map.ts'
import type { MaybePromise } from '../base/scheduling/maybe-promise.ts'
import { digestOf } from '../base/secrets/digest.ts'
import { fold } from '../base/text/fold.ts'
import { plainKey } from '../fields/record-key.ts'
import type { OptionName } from '../fields/render-context.ts'
import { topics } from '../storage/nodes/topics.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import type { Reader, Store } from '../storage/store.ts'
import type { RowOf } from '../storage/table.ts'
import type { CustomKind } from './custom-kinds.ts'
import type { EntityTables } from './entity-tables.ts'
import { Model } from './model.ts'
import { prepareSchemaRows, schemaRows } from './schema-rows.ts'
import type { ModelTables, udfTable } from './tables.ts'
import type { Udf } from './udf.ts'

const statement = statementsOn<ModelTables & EntityTables>()

interface OptionList {
  readonly items: readonly OptionName[]
  readonly byKey: ReadonlyMap<number, OptionName>
  /** By folded name. */
  readonly byName: ReadonlyMap<string, OptionName>
}

export interface Catalog {
  readonly db: number
  readonly currency: string
  readonly model: Model
  list(name: string): OptionList
  /** The stored spelling of a Uid, found in any letter case; the same text when no user has it. */
  readonly findUid: (uid: string) => string
  /** The identifier of the record that a record was merged into; the same identifier for any other. */
  readonly survivorOf: (id: string) => string
  /** The name of a user, a group or everyone, by the plain form of its key. */
  readonly principals: ReadonlyMap<string, string>
  /** The categories that each product is restricted to. */
  readonly associations: ReadonlyMap<number, readonly number[]>
  /** A digest of the content of Schema and of FieldOptions of lists, by which clients cache them. */
  digest(): string
}

const emptyList: OptionList = { items: [], byKey: new Map(), byName: new Map() }

const databaseRow = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('database').select('currency').where('id', '=', p('db')),
)
const optionRows = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('option_item')
    .select(['list', 'item', 'name', 'position', 'inactive', 'extra'])
    .where('db', '=', p('db'))
    .orderBy('list')
    .orderBy('position')
    .orderBy('item'),
)
const associationRows = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('product_category')
    .select(['product', 'category'])
    .where('db', '=', p('db'))
    .orderBy('product')
    .orderBy('position'),
)
const udfRows = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('udf').selectAll().where('db', '=', p('db')).orderBy('type_id'),
)
const setupRows = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('custom_setup')
    .select(['id', 'name', 'plural_name', 'tag', 'icon', 'parent_entity'])
    .where('db', '=', p('db'))
    .where('deleted', 'is', null)
    .orderBy('display_f')
    .orderBy('id'),
)
const uidRows = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('user').select(['id', 'display']).where('db', '=', p('db')).orderBy('id'),
)
const groupRows = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('security_group').select(['id', 'display']).where('db', '=', p('db')),
)

const aliasRows = statement((db, p: Args<{ db: number }>) =>
  db.selectFrom('record_alias').select(['id', 'survivor']).where('db', '=', p('db')),
)

export class Catalogs {
  readonly #store: Store
  readonly #known = new BoundedMap<MaybePromise<Catalog>>(1000)
  readonly #stops: readonly (() => void)[]

  constructor(store: Store) {
    this.#store = store
    this.#stops = [
      store.subscribe(
        topics.catalog,
        db => this.#known.delete(String(db)),
        () => this.#known.clear(),
      ),
      store.subscribe(topics.alias, db => this.#readAliases(db)),
    ]
  }

  get(db: number): MaybePromise<Catalog> {
    const key = String(db)
    const known = this.#known.get(key)
    if (known) return known
    return this.#keep(key, readCatalog(this.#store, this.#store.dialect, db))
  }

  #keep(key: string, reading: Promise<Catalog>): Promise<Catalog> {
    this.#known.set(key, reading)
    reading.then(
      catalog => {
        // Not cached if something has changed meanwhile: then it is read again.
        if (this.#known.get(key) === reading) this.#known.set(key, catalog)
      },
      () => {
        if (this.#known.get(key) === reading) this.#known.delete(key)
      },
    )
    return reading
  }

  /** The model stays, and with it the plans of its Reads. */
  #readAliases(db: number): void {
    const known = this.#known.get(String(db))
    if (!known) return
    const read = async () => ({
      ...(await known),
      survivorOf: await readSurvivors(this.#store, this.#store.dialect, db),
    })
    this.#keep(String(db), read())
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }
}

/** A longer chain of merges is not followed. */
const longestChain = 1_000

async function readSurvivors(reader: Reader, dialect: Store['dialect'], db: number): Promise<Catalog['survivorOf']> {
  const rows = await reader.rows(aliasRows(dialect, { db }))
  if (rows.length === 0) return id => id
  const survivors = new Map(rows.map(({ id, survivor }) => [id, survivor]))
  return id => {
    let found = id
    for (let step = 0; step < longestChain; step++) {
      const next = survivors.get(found)
      if (next === undefined) break
      found = next
    }
    return found
  }
}

/** Reads the catalog from the store; inside a transaction, with its writes. */
export async function readCatalog(reader: Reader, dialect: Store['dialect'], db: number): Promise<Catalog> {
  const [database, options, associations, udfs, setups, users, groups] = [
    await reader.rows(databaseRow(dialect, { db })),
    await reader.rows(optionRows(dialect, { db })),
    await reader.rows(associationRows(dialect, { db })),
    await reader.rows(udfRows(dialect, { db })),
    await reader.rows(setupRows(dialect, { db })),
    await reader.rows(uidRows(dialect, { db })),
    await reader.rows(groupRows(dialect, { db })),
  ]
  const lists = new Map<string, OptionName[]>()
  for (const row of options) {
    const item = {
      key: row.item,
      name: row.name,
      position: row.position,
      inactive: row.inactive === 1,
      extra: row.extra ? JSON.parse(row.extra) : {},
    }
    const list = lists.get(row.list)
    if (list) list.push(item)
    else lists.set(row.list, [item])
  }
  const built = new Map([...lists].map(([name, items]) => [name, listOf(items)]))
  const byProduct = new Map<number, number[]>()
  for (const { product, category } of associations)
    byProduct.set(product, [...(byProduct.get(product) ?? []), category])
  const model = new Model(udfs.map(udfOf), setups.map(kindOf))
  let digest: string | null = null
  return {
    db,
    currency: database[0]?.currency ?? 'USD',
    model,
    digest: () => {
      digest ??= digestOf(JSON.stringify([builtInDigest(), model.udfs, model.customKinds, options, associations]))
      return digest
    },
    list: name => built.get(name) ?? emptyList,
    findUid: uidFinder(users.map(row => row.id)),
    survivorOf: await readSurvivors(reader, dialect, db),
    principals: new Map([
      [plainKey('User', '*'), 'Everyone'],
      ...users.map(({ id, display }) => [plainKey('User', id), display ?? id] as const),
      ...groups.map(({ id, display }) => [plainKey('SecurityGroup', id), display ?? id] as const),
    ]),
    associations: byProduct,
  }
}

let builtIn: string | null = null

/** Part of the digest, since another version of the service may have other fields. */
function builtInDigest(): string {
  builtIn ??= digestOf(JSON.stringify(schemaRows(new Model([]))))
  return builtIn
}

/** Does beforehand what the first Read of Schema, and the first OpenAPI document, would do in one turn of the event loop. */
export async function prepareSchema(): Promise<void> {
  await prepareSchemaRows(new Model([]))
  builtInDigest()
}

function uidFinder(uids: readonly string[]): Catalog['findUid'] {
  const spelled = new Map(uids.map(uid => [uid.toLowerCase(), uid]))
  return uid => spelled.get(uid.toLowerCase()) ?? uid
}

const listOf = (items: OptionName[]): OptionList => ({
  items,
  byKey: new Map(items.map(item => [item.key, item])),
  byName: new Map(items.map(item => [fold(item.name), item])),
})

interface SetupRow {
  readonly id: string
  readonly name: string | null
  readonly plural_name: string | null
  readonly tag: string | null
  readonly icon: string | null
  readonly parent_entity: string | null
}

const kindOf = ({ id, name, plural_name, tag, icon, parent_entity }: SetupRow): CustomKind => ({
  id,
  name: name ?? '',
  pluralName: plural_name ?? name ?? '',
  tag: tag ?? '',
  icon,
  parent: parent_entity,
})

const udfOf = (row: RowOf<typeof udfTable>): Udf => ({
  typeId: row.type_id,
  entity: row.entity,
  name: row.name,
  tag: row.tag,
  type: row.type,
  attributes: JSON.parse(row.attributes),
  appliesTo: JSON.parse(row.applies_to),
  inactive: row.inactive === 1,
  description: row.description,
  requestedBy: row.requested_by,
  alwaysMandatory: row.always_mandatory === 1,
  mandatoryRule: row.mandatory_rule === null ? null : JSON.parse(row.mandatory_rule),
  folder: row.folder === null ? null : { id: row.folder, path: row.folder_path ?? '' },
})
