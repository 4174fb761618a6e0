// Runs an operation on one member with Data in a transaction of its own: steps of workflows, and conversions of leads.
import { shareOf } from '../../accounts/caller.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { isObject, member, nameOf } from '../../base/text/json.ts'
import type { EntityRequest, OperationContext } from '../context.ts'
import { RowStore } from '../rows/row-store.ts'
import { type Idempotency, once } from './idempotency.ts'

type Content = Record<string, unknown>

/** A request of such an operation, in its transaction. */
export interface OwnWrite {
  readonly request: EntityRequest
  readonly context: OperationContext
  readonly rows: RowStore
  readonly data: Content
  /** The path of Data. */
  readonly path: string
  readonly problems: Problems
}

/** The operation `name` on members that are spelled `takes`. */
export const ownWrite =
  (name: string, takes: string, work: (call: OwnWrite) => Promise<object>) =>
  async (request: EntityRequest, context: OperationContext, idempotency: Idempotency | null): Promise<object> => {
    const { member: spelling, content } = request
    const { store, caller } = context
    const path = `${spelling}.Data`
    const [spelled] = spelling.split('.')
    if (spelled?.toLowerCase() !== takes.toLowerCase())
      refuse('InvalidRequest', spelling, `${name} takes ${takes}, not ${spelling}.`)
    const data = member(content as Content, 'Data')
    if (!isObject(data)) return refuse('InvalidRequest', path, `${path} takes an object, not ${nameOf(data)}.`)
    return store.write(
      tx => {
        const rows = new RowStore(tx, store.dialect, caller.db)
        const run = async () => {
          const problems = new Problems()
          const answer = await work({ request, context, rows, data, path, problems })
          problems.throwIfAny()
          return answer
        }
        return idempotency ? once(rows, context, idempotency, run) : run()
      },
      { share: shareOf(caller), gone: context.gone },
    )
  }
