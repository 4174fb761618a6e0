// Campaigns: they do not end before they begin.

import { checkDatesInOrder } from './dates-in-order.ts'
import type { EntityRules } from './types.ts'

export const campaignRules: EntityRules = {
  before: write => {
    write.row.status ??= 2
    checkDatesInOrder(write)
  },
}
