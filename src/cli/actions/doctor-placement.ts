// Shows the nodes of a store on several nodes, and tables that are not where they belong.
import { type Finding, fail, ok, warn } from '../../model/store-check/finding.ts'
import type { Store } from '../../storage/store.ts'
import type { Table } from '../../storage/table.ts'
import { isMissing, withRawStore } from '../with-store.ts'
import type { Check } from './doctor-finding.ts'

const afterDrain =
  "Drain it again: SELECT citus_drain_node(HOST, PORT, 'block_writes'); or keep it: SELECT citus_set_node_property(HOST, PORT, 'shouldhaveshards', true)."
const byCoordinator = ', whose reads go through the coordinator, since this machine cannot connect to it'

async function findings({ placement }: Store, tables: readonly Table[]): Promise<Finding[]> {
  const nodes = await placement.nodes()
  const unplaced = await placement.unplaced(tables)
  const todo = 'Its databases answer 503 until it is back; start it, or promote its replica.'
  const found = nodes.map(({ name, reachable, divided }) => {
    if (!reachable) return fail(`${name} cannot be reached`, todo)
    if (!divided) return ok(`on ${name}`)
    const { shards, bytes, retired, ownReads } = divided
    const has = `${name} has ${shards} shards${bytes === null ? '' : `, ${(bytes / 1024 ** 2).toFixed(0)} MiB`}`
    return retired
      ? warn(`${has}, but gets no further ones: it was not drained to the end`, afterDrain)
      : ok(ownReads ? has : `${has}${byCoordinator}`)
  })
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
    return [fail('cannot be checked without the store', 'Repair the store first.')]
  }
}
