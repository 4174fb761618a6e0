// Settles what follows from an entry after its records have moved: its default address, and the company name of its contacts.
import type { RecordRow } from '../../entities/entity.ts'
import { contactCopies } from '../../entities/rules/ab-entry-rules.ts'
import type { RowStore } from '../rows/row-store.ts'

/** Exactly the address that the entry names is the default one. */
export async function settleAddresses(rows: RowStore, entity: string, id: string): Promise<void> {
  if (entity !== 'AbEntry') return
  const [key] = await rows.values('ab_entry', 'address_key', { id })
  await rows.update('address', { is_default: 0 }, { parent_key: id, is_default: 1 })
  if (key !== undefined) await rows.update('address', { is_default: 1 }, { parent_key: id, id: key })
}

export async function settleContacts(rows: RowStore, entity: string, row: Readonly<RecordRow>): Promise<void> {
  if (entity !== 'AbEntry' || row.type === 'Contact') return
  await rows.update('ab_entry', contactCopies(row), { parent_key: row.id as string })
}
