// Chooses the lane of a statement. Tenants on different nodes use different lanes, so that a node that hangs delays no other.
import type { MaybePromise } from '../../../base/scheduling/maybe-promise.ts'
import { tenantOf } from '../../statements/facts.ts'
import type { Query } from '../../store.ts'
import { NodeCircuit, type NodeGate } from '../driver/node-circuit.ts'
import { type NodeGroups, ownGroup } from '../engine.ts'
import { closeLane, type Lane, type LaneOptions, openLane } from './lane.ts'

/** The lane of a node, and the circuit that refuses its statements. */
interface NodeLane {
  readonly lane: Lane
  readonly circuit: NodeCircuit
}

/**
 * Plain PostgreSQL has the own lane alone. A cluster has one more for each node, opened at the first statement of a tenant of the
 * node. Statements that name no tenant use the own lane: the coordinator has their rows.
 */
export class Lanes {
  readonly own: Lane
  readonly #options: LaneOptions
  readonly #groups: NodeGroups | null
  readonly #nodes = new Map<number, NodeLane>()

  constructor(options: LaneOptions) {
    this.#options = options
    const { nodeGroups } = options.engine
    this.own = openLane(options, { group: ownGroup, gate: nodeGroups ? this.#gateOfAll : null })
    this.#groups = nodeGroups?.(options.connection, query => this.own.reads.read(query)) ?? null
  }

  /** The lane of a read. It is not called for statements about all tenants. */
  forQuery(query: Query): MaybePromise<Lane> {
    return this.#groups === null ? this.own : this.of(tenantOf(query))
  }

  /** The lane of a tenant; `tenant` is empty for the service itself. */
  of(tenant: string): MaybePromise<Lane> {
    if (this.#groups === null || tenant === '') return this.own
    const group = this.#groups.groupOf(tenant)
    return typeof group === 'number' ? this.#ofGroup(group) : group.then(known => this.#ofGroup(known))
  }

  /** The lane of statements about all tenants. Throws StoreUnavailable while a node does not answer. */
  forAllTenants(): Lane {
    for (const { circuit } of this.#nodes.values()) circuit.admit()
    return this.own
  }

  async close(): Promise<void> {
    const nodes = [...this.#nodes.values()]
    for (const { circuit } of nodes) circuit.stop()
    await Promise.all(nodes.map(({ lane }) => closeLane(lane)))
    await closeLane(this.own)
  }

  #ofGroup(group: number): Lane {
    return group === ownGroup ? this.own : this.#node(group).lane
  }

  #node(group: number): NodeLane {
    let node = this.#nodes.get(group)
    if (!node) {
      const circuit = new NodeCircuit(async () => (await this.#groups?.answers(group)) ?? null)
      const lane = openLane(this.#options, { group, gate: circuit, ownReads: this.own.reads, groups: this.#groups })
      node = { lane, circuit }
      this.#nodes.set(group, node)
    }
    return node
  }

  /** A statement of the own lane that is not answered may be about all tenants, so any node may be what it waits for. */
  readonly #gateOfAll: NodeGate = {
    admit: () => {},
    answers: async () => {
      const groups = (await this.#groups?.groups()) ?? []
      const answered = await Promise.all(groups.map(group => this.#node(group).circuit.answers()))
      return answered.every(Boolean)
    },
  }
}
