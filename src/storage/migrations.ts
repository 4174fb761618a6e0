// Lists the numbered migration steps for changes that cannot be derived. Removals and renames wait for a major version.
import { addAddresses } from './add-addresses.ts'
import type { Dialect } from './dialect.ts'
import { quoteName } from './quote.ts'
import { closeCases, rekeyItems } from './rekey-items.ts'
import type { SchemaPort, Tx } from './store.ts'
import { column, table } from './table.ts'

export interface MigrationStep {
  readonly number: number
  readonly name: string
  /** The step converts rows, and runs when the columns that this release adds are there. Other steps run before. */
  readonly convertsRows?: true
  /** `schema` spells DDL for the engine of the store. */
  run(tx: Tx, schema: SchemaPort, dialect: Dialect): Promise<void>
}

/** The schema that a release works with. */
export interface Release {
  /** Raised with each step, and whenever an older release must not write to a store that this one has migrated. */
  readonly number: number
  readonly steps: readonly MigrationStep[]
}

/** Additive changes need no step: they are derived from the declared tables. */
export const release: Release = {
  number: 9,
  steps: [
    {
      number: 2,
      name: 'give the items of Case.Status their Group',
      run: async tx => {
        for (const [group, items] of [
          ['open', '1, 2, 3, 4'],
          ['resolved', '5'],
          ['abandoned', '6'],
        ]) {
          const sql = `update option_item set extra = '{"Group":"${group}"}' where list = 'Case.Status' and item in (${items}) and extra is null`
          await tx.run({ sql, params: [] })
        }
      },
    },
    {
      number: 3,
      name: 'give the items of cases, campaigns and notes the keys of a new database',
      convertsRows: true,
      run: async (tx, _schema, dialect) => {
        await rekeyItems(tx, dialect)
        await closeCases(tx, dialect)
      },
    },
    {
      number: 4,
      name: 'give the addresses of entries rows of their own',
      convertsRows: true,
      run: addAddresses,
    },
    {
      number: 5,
      name: 'give users their Uid in lower case, which is unique',
      convertsRows: true,
      run: async tx => {
        const other = 'other.db = "user".db AND lower(other.id) = lower("user".id) AND other.id < "user".id'
        const sql = `UPDATE "user" SET uid_f = lower(id) WHERE NOT EXISTS (SELECT 1 FROM "user" other WHERE ${other})`
        await tx.run({ sql, params: [] })
      },
    },
    {
      number: 6,
      name: 'note the first lead of each interaction',
      convertsRows: true,
      run: async tx => {
        const leads = 'interaction_leads where db = interaction.db and owner = interaction.id'
        const first = `select item from ${leads} order by position limit 1`
        const sql = `update interaction set lead_key = (${first}) where lead_key is null and exists (select 1 from ${leads})`
        await tx.run({ sql, params: [] })
      },
    },
    {
      number: 9,
      name: 'give the word indexes the names of records',
      run: async (tx, schema, dialect) => {
        const shapes = await schema.tables(tx)
        for (const name of shapes.keys()) {
          const entries = dialect.search.byName.entries(name)
          const shape = shapes.get(entries)
          if (!shape || shape.columns.has('display_f')) continue
          const named = table({
            name: entries,
            scope: 'database',
            columns: [column('display_f', 'text')],
            primaryKey: [],
          })
          const given = `FROM ${quoteName(name)} t WHERE t.db = w.db AND t.id = w.id`
          const fill = `UPDATE ${quoteName(entries)} AS w SET display_f = t.display_f ${given}`
          for (const sql of [...schema.addColumn(named, 'display_f'), fill]) await tx.run({ sql, params: [] })
        }
      },
    },
  ],
}
