// Checks that an end date is not before its start date.
import type { RuleContext } from './types.ts'

export function checkDatesInOrder(write: RuleContext): void {
  const { start_date: start, end_date: end } = write.row
  if (typeof start !== 'number' || typeof end !== 'number' || end >= start) return
  const field = write.sent('EndDate') ? 'EndDate' : 'StartDate'
  write.problem('InvalidValue', field, `${write.path}.EndDate must not be before StartDate.`)
}
