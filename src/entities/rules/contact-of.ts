// Resolves the customer and contact of a record: a contact sent as the customer sets its company and itself.
import type { Scalar } from '../../storage/store.ts'
import type { RuleContext } from './types.ts'

/** Sets the columns ab_entry_key and contact_key of an opportunity or a case. */
export async function settleContact(write: RuleContext): Promise<void> {
  const { row, before } = write
  if (typeof row.ab_entry_key === 'string' && row.ab_entry_key !== before.ab_entry_key) {
    const entry = await write.find('AbEntry', row.ab_entry_key)
    if (!entry) return
    if (entry.type === 'Contact') {
      await requireParent(write, entry.parent_key)
      row.ab_entry_key = entry.parent_key ?? null
      if (row.contact_key === (before.contact_key ?? undefined) || row.contact_key === null)
        row.contact_key = entry.id ?? null
    } else if (row.contact_key === before.contact_key) row.contact_key = null
  }
  if (typeof row.contact_key !== 'string') return
  if (row.contact_key === before.contact_key && row.ab_entry_key === before.ab_entry_key) return
  const contact = await write.find('AbEntry', row.contact_key)
  if (!contact || (contact.type === 'Contact' && contact.parent_key === row.ab_entry_key)) return
  write.problem('RuleViolated', 'ContactKey', `${write.path}.ContactKey must be a contact of AbEntryKey.`)
}

/** The company of a readable contact may be hidden from the caller, who must not attach records to it. */
async function requireParent(write: RuleContext, parent: Scalar | undefined): Promise<void> {
  if (typeof parent !== 'string' || (await write.mayRead('AbEntry', parent))) return
  const message = `${write.path}.AbEntryKey: the contact belongs to an entry that you may not read.`
  write.problem('AccessDenied', 'AbEntryKey', message)
}
