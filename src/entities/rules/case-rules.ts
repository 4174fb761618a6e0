// Numbers cases, sets the owner and status of new ones, and notes when a case was closed and by whom.
import { foldedPair } from '../../fields/kinds/text.ts'
import { settleContact } from './contact-of.ts'
import { defaultUser } from './default-user.ts'
import type { EntityRules, RuleContext } from './types.ts'

/** The first item of the default list: New. */
const firstStatus = 1

export const caseRules: EntityRules = {
  before: async write => {
    await settleContact(write)
    defaultUser(write, 'owner')
    if (!write.creating) return noteClosing(write)
    if (!write.sent('Status') && (await write.exists('option_item', { list: 'Case.Status', item: firstStatus }))) {
      write.row.status = firstStatus
    }
    await noteClosing(write)
    // The number is taken last, when nothing else can refuse the case, since the counter's row stays locked until the
    // commit.
    if (write.problems.count > 0) return
    const number = await write.next('Case')
    Object.assign(write.row, foldedPair('case_number', `CS-${String(number).padStart(5, '0')}`))
  },
}

/** An item of Status belongs to the group open unless it names another: resolved or abandoned. */
async function noteClosing({ row, before, now, uid, rowsOf }: RuleContext): Promise<void> {
  const { status = null } = row
  if (status === (before.status ?? null)) return
  const [item] = status === null ? [] : await rowsOf('option_item', { list: 'Case.Status', item: status })
  const group = typeof item?.extra === 'string' ? (JSON.parse(item.extra) as { Group?: string }).Group : undefined
  const closed = group !== undefined && group !== 'open'
  if (closed && typeof row.resolved_date === 'number') return
  row.resolved_date = closed ? now : null
  row.resolved_by = closed ? uid : null
}
