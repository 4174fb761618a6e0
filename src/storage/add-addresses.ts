// Gives the address that each entry has a row of its own, in stores of releases that had no records of Address.
import type { Tx } from './store.ts'

/** Whether an entry has an address. */
const filledAddress = ['line1', 'line2', 'city', 'state', 'zip', 'country', 'description', 'location_longitude']
  .map(column => `address_${column} IS NOT NULL`)
  .join(' OR ')

/** The address in one line, or its folded form. */
const addressLine = (suffix: string): string => {
  const column = (name: string) => `address_${name}${suffix}`
  const region = `nullif(concat_ws(' ', ${column('state')}, ${column('zip')}), '')`
  const parts = [column('line1'), column('line2'), column('city'), region, column('country')]
  return `coalesce(nullif(concat_ws(', ', ${parts.join(', ')}), ''), ${column('description')})`
}

const addressTexts = ['line1', 'line2', 'city', 'state', 'zip', 'country', 'description'].flatMap(name => [
  name,
  `${name}_f`,
])
const copiedColumns = [...addressTexts, 'location_longitude', 'location_latitude', 'location_cell']
const sameColumns = 'creator, created, modified_by, modified, deleted, deleted_at, deleted_by'

const insertAddresses = `INSERT INTO address (db, id, parent_key, is_default, version, display, display_f, ${copiedColumns.join(', ')}, ${sameColumns})
  SELECT db, id || '1', id, 1, 1, ${addressLine('')}, ${addressLine('_f')}, ${copiedColumns.map(name => `address_${name}`).join(', ')}, ${sameColumns}
  FROM ab_entry WHERE address_key IS NULL AND (${filledAddress})`

const linkAddresses = `UPDATE ab_entry SET address_key = id || '1' WHERE address_key IS NULL AND (${filledAddress})`

/** The identifier of the row follows from that of its entry, so two statements are enough for any number of entries. */
export async function addAddresses(tx: Tx): Promise<void> {
  for (const sql of [insertAddresses, linkAddresses]) await tx.run({ sql, params: [] })
}
