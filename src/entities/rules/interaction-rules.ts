// Sets the participants and the duration of interactions, and moves the LastContactDate of their entries.
import type { ListRows } from '../../fields/field.ts'
import { isoDay } from '../../fields/moment.ts'
import { checkDatesInOrder } from './dates-in-order.ts'
import { defaultUser } from './default-user.ts'
import type { EntityRules, RuleContext } from './types.ts'
import { includeUser } from './with-users.ts'

const entries = 'interaction_ab_entries'
const leads = 'interaction_leads'

export const interactionRules: EntityRules = {
  updates: ['AbEntry'],
  before: async write => {
    const { row } = write
    row.start_date ??= write.now
    defaultUser(write, 'user')
    await includeUser(write, 'interaction_users', 'user')
    checkDatesInOrder(write)
    settleDuration(write)
    await settleHome(write)
    for (const [table, column] of [
      [entries, 'ab_entry_key'],
      [leads, 'lead_key'],
    ] as const) {
      const list = write.list(table)
      if (list) row[column] = list.rows[0]?.item ?? null
    }
  },
  after: async write => {
    const day = isoDay(Number(write.row.start_date), 'UTC')
    const sent = write.list(entries)
    const ids = sent ? sent.rows.map(row => row.item as string) : await storedItems(write, entries)
    for (const id of [...ids].sort()) {
      const entry = await write.find('AbEntry', id, 'update')
      const last = entry?.last_contact_date ?? null
      if (entry && (last === null || String(last) < day)) await write.change('AbEntry', id, { last_contact_date: day })
    }
  },
}

/** The value that was sent, or else the minutes from StartDate to EndDate. */
function settleDuration({ creating, row, sent, value }: RuleContext): void {
  if (sent('Duration') && value('Duration') !== null) return
  const affected = creating || sent('StartDate') || sent('EndDate') || sent('Duration')
  if (!affected || typeof row.start_date !== 'number' || typeof row.end_date !== 'number') return
  row.duration = Math.max(0, Math.floor((row.end_date - row.start_date) / 60))
}

/** An interaction belongs to entries or leads. When none is sent, it belongs to the entry or lead in With. */
async function settleHome(write: RuleContext): Promise<void> {
  const [some, others] = [await countOf(write, entries), await countOf(write, leads)]
  const { with_kind: kind, with_id: id } = write.row
  const home = kind === 'Lead' || kind === 'AbEntry'
  if (some + others === 0 && home && typeof id === 'string' && write.creating) {
    const list: ListRows = {
      table: kind === 'Lead' ? leads : entries,
      owner: 'owner',
      rows: [{ position: 0, item: id }],
    }
    write.setList(list)
    return
  }
  const refused = ['AbEntryKey', 'AbEntries', 'LeadKey', 'Leads'].some(field => isFilled(write.value(field)))
  if (others === 0) write.mandatory('AbEntryKey', some > 0 || refused)
}

/** A value that was refused has its own problem. */
const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

async function countOf(write: RuleContext, table: string): Promise<number> {
  const sent = write.list(table)
  if (sent) return sent.rows.length
  return write.creating ? 0 : (await storedItems(write, table)).length
}

const storedItems = async (write: RuleContext, table: string): Promise<string[]> =>
  (await write.listOf(table, 'owner', write.id)).map(row => row.item as string)
