// Lists the fields that a line of a task shows.
import type { Body } from '../../api/envelope.ts'

/** The fields of a task, in the form in which they are written too. */
export const taskFields: Body = {
  Key: 1,
  Version: 1,
  Activity: 1,
  DateTime: { Value: 1, DisplayValue: 1 },
  Completed: 1,
  AbEntry: { Key: 1, DisplayValue: 1 },
}
