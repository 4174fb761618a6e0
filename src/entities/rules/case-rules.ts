// Numbers cases and sets the owner and status of new ones.
import { foldedPair } from '../../fields/kinds/text.ts'
import { settleContact } from './contact-of.ts'
import { defaultUser } from './default-user.ts'
import type { EntityRules } from './types.ts'

/** The first item of the default list: New. */
const firstStatus = 1

export const caseRules: EntityRules = {
  before: async write => {
    await settleContact(write)
    defaultUser(write, 'owner')
    if (!write.creating) return
    if (!write.sent('Status') && (await write.exists('option_item', { list: 'Case.Status', item: firstStatus }))) {
      write.row.status = firstStatus
    }
    // The number is taken last, when nothing else can refuse the case, since the counter's row stays locked until the
    // commit.
    if (write.problems.count > 0) return
    const number = await write.next('Case')
    Object.assign(write.row, foldedPair('case_number', `CS-${String(number).padStart(5, '0')}`))
  },
}
