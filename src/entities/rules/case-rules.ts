// Numbers cases, sets the owner and status of new ones, and records when a case was closed and by whom.
import { foldedPair } from '../../fields/kinds/text.ts'
import { settleContact } from './contact-of.ts'
import { defaultUser } from './default-user.ts'
import { editTags } from './tag-rules.ts'
import type { EntityRules, RuleContext } from './types.ts'

const statusList = 'Case.Status'

export const caseRules: EntityRules = {
  before: async write => {
    await editTags(write, 'case')
    await settleContact(write)
    defaultUser(write, 'owner')
    if (!write.creating) return noteClosing(write)
    if (!write.sent('Status')) write.row.status = await firstOpenStatus(write)
    await noteClosing(write)
    // The number is taken last, when nothing else can refuse the case, since the counter's row stays locked until the
    // commit.
    if (write.problems.count > 0) return
    const number = await write.next('Case')
    Object.assign(write.row, foldedPair('case_number', `CS-${String(number).padStart(5, '0')}`))
  },
}

type Item = Awaited<ReturnType<RuleContext['rowsOf']>>[number]

/** An item of Status belongs to the group open unless it names another: resolved or abandoned. */
function isOpen({ extra }: Item): boolean {
  const { Group = 'open' } = typeof extra === 'string' ? (JSON.parse(extra) as { Group?: string }) : {}
  return Group === 'open'
}

/** Null when no active item of the list is open. */
async function firstOpenStatus({ rowsOf }: RuleContext): Promise<number | null> {
  const items = await rowsOf('option_item', { list: statusList, inactive: 0 })
  const open = items.filter(isOpen).sort((a, b) => Number(a.position) - Number(b.position))
  return open[0] ? Number(open[0].item) : null
}

/** What an administrator writes in the same request stays. */
async function noteClosing(write: RuleContext): Promise<void> {
  const { row, before, now, uid, rowsOf } = write
  const { status = null } = row
  if (status === (before.status ?? null)) return
  const [item] = status === null ? [] : await rowsOf('option_item', { list: statusList, item: status })
  const closed = item !== undefined && !isOpen(item)
  if (closed && typeof before.resolved_date === 'number') return
  if (!write.sent('ResolvedDate')) row.resolved_date = closed ? now : null
  if (!write.sent('ResolvedBy')) row.resolved_by = closed ? uid : null
}
