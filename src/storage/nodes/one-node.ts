// Implements the placement of a store on one node, from which no tenant can be moved.
import type { Placement } from '../store.ts'

export const oneNode: Placement = {
  distributed: false,
  nodes: async () => [{ name: 'one node', reachable: true }],
  nodeOf: async () => undefined,
  unplaced: async () => [],
  move: () => Promise.reject(new Error('The store has one node: databases are moved between nodes of Citus only.')),
}
