// Copies a few records inside the store under new identifiers, to get thousands of rows fast.
import { tables } from '../../src/app.ts'
import type { Table } from '../../src/storage/table.ts'
import type { Harness } from './harness.ts'

/** What names a record, here or elsewhere: a copy's names its copy. */
const identifies = /^(id|owner|item|deleted|.*_key|.*_id|current_sales_stage)$/

/** Those of options, users and the like stay what they are. */
const shared = /^(sales_process_setup_key|sales_stage_setup_key|sales_team_key|territory_key|type_id)$/

export async function multiply(harness: Harness, names: readonly string[], copies: number): Promise<void> {
  for (const name of names) {
    const table = tables.find(t => t.name === name) as Table
    await harness.store.write(async tx => {
      await tx.run({ sql: copyOf(table, copies), params: [] })
      if (table.search && harness.engine === 'postgres') {
        const words = `INSERT INTO "${name}_words" (db, id, words, display_f) SELECT db, id || '-' || n, words, display_f || n FROM "${name}_words", generate_series(1, ${copies}) n`
        await tx.run({ sql: words, params: [] })
      }
    })
  }
  // On SQLite the statistics come with the tables.
  if (harness.engine === 'postgres') await harness.store.write(tx => tx.run({ sql: 'ANALYZE', params: [] }))

  function copyOf({ name, columns }: Table, count: number): string {
    const values = columns.map(({ name: column, type }) => {
      const quoted = `"${name}"."${column}"`
      if (identifies.test(column) && !shared.test(column) && type === 'text') return `${quoted} || '-' || n`
      // Values that differ, as those of different records do.
      if (column.endsWith('_f')) return `${quoted} || n`
      if (/^(created|modified|start_date|close_date|address_location_cell)$/.test(column)) return `${quoted} + n * 1000`
      if (column === 'last_contact_date')
        return `case when ${quoted} is null then null else '20' || (10 + n % 80) || '-01-01' end`
      return quoted
    })
    const series =
      harness.engine === 'postgres'
        ? `generate_series(1, ${count}) n`
        : `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) SELECT n FROM s)`
    const list = columns.map(column => `"${column.name}"`).join(', ')
    return `INSERT INTO "${name}" (${list}) SELECT ${values.join(', ')} FROM "${name}", ${series}`
  }
}
