// Creates the context in which workflows run outside the write of a record.
import type { Problems } from '../../base/errors.ts'
import type { ActingContext } from '../../entities/rules/workflows/actions.ts'
import type { OperationContext } from '../context.ts'
import { updateBy } from '../record/record-write.ts'
import { ruleStore, workOn } from '../record/rule-context.ts'
import type { RowStore } from '../rows/row-store.ts'

interface Setting {
  readonly rows: RowStore
  readonly context: OperationContext
  /** The path of problems in the request. */
  readonly path: string
  readonly problems: Problems
}

const noHashes: ReadonlyMap<string, string> = new Map()

export function actingContext({ rows, context, path, problems }: Setting): ActingContext {
  return {
    ...ruleStore(rows, context.newId),
    ...workOn({ rows, context, options: {}, hashes: noHashes }, { path, problems }, updateBy),
    path,
    problems,
    uid: context.caller.uid,
    now: context.now,
  }
}
