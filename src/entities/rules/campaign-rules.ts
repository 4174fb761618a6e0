// Campaigns: they do not end before they begin.
import type { EntityRules } from '../rules.ts'
import { checkDatesInOrder } from './dates-in-order.ts'

export const campaignRules: EntityRules = {
  before: write => {
    write.row.status ??= 2
    checkDatesInOrder(write)
  },
}
