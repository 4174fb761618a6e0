// Whether the rule by which an administrator made a field mandatory holds for what was sent.
import type { JudgeRule } from './check-mandatory.ts'
import type { OperationContext } from './context.ts'

/** Until conditions can be evaluated in memory no rule holds. */
export const judgeRule =
  (_context: OperationContext): JudgeRule =>
  () =>
    false
