// Checks that a campaign does not end before it begins.

import { checkDatesInOrder } from './dates-in-order.ts'
import type { EntityRules } from './types.ts'

export const campaignRules: EntityRules = {
  before: write => {
    write.row.status ??= 2
    checkDatesInOrder(write)
  },
}
