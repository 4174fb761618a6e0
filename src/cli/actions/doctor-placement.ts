// Shows the nodes of a store on several nodes, and tables that are not where they belong.
import type { Store } from '../../storage/store.ts'
import type { Table } from '../../storage/table.ts'
import { isMissing, withRawStore } from '../with-store.ts'
import { type Check, type Finding, fail, ok, warn } from './doctor-finding.ts'

async function findings({ placement }: Store, tables: readonly Table[]): Promise<Finding[]> {
  if (!placement) return [ok('on one node')]
  const nodes = await placement.nodes()
  const unplaced = await placement.unplaced(tables)
  const todo = 'Its databases answer 503 until it is back; start it, or promote its replica.'
  const found = nodes.map(({ name, reachable, shards, bytes }) =>
    reachable
      ? ok(`${name} has ${shards} shards, ${(bytes / 1024 ** 2).toFixed(0)} MiB`)
      : fail(`${name} cannot be reached`, todo),
  )
  if (nodes.length === 0)
    found.push(warn('Citus has no node for tables', 'Add nodes: SELECT citus_add_node(HOST, PORT).'))
  if (unplaced.length > 0) {
    const text = `${unplaced.length} tables are on the coordinator that belong to nodes, first ${unplaced[0]}`
    found.push(warn(text, 'Run "clientele migrate", or start the server.'))
  }
  return found
}

export const placementCheck: Check = async ({ settings, tables }) => {
  if (isMissing(settings)) return [ok('on one node')]
  try {
    return await withRawStore(settings, store => findings(store, tables))
  } catch {
    return [fail('cannot be told without the store', 'Mend the store first.')]
  }
}
