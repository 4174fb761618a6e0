// Simulates clients that refresh tokens at two nodes: requests and answers are lost, late and sent twice, and nodes die.
import { passwordLinkTable } from '../../../src/accounts/tables.ts'
import { throttleTable } from '../../../src/accounts/throttle.ts'
import { BoundedMap } from '../../../src/base/caches/bounded-map.ts'
import { derivedRandom } from '../../../src/base/secrets/derived-random.ts'
import type { WebHandler } from '../../../src/base/web.ts'
import type { EndpointParts } from '../../../src/oauth/endpoint-parts.ts'
import { tables } from '../../../src/oauth/tables.ts'
import { tokenEndpoint } from '../../../src/oauth/token/endpoint.ts'
import { newPair } from '../../../src/oauth/token/pair.ts'
import { cleanUp } from '../../../src/oauth/tokens/cleanup.ts'
import { pairDigest } from '../../../src/oauth/tokens/pair-digest.ts'
import { insertPair, type PairRow } from '../../../src/oauth/tokens/pair-statements.ts'
import { RetrySalts } from '../../../src/oauth/tokens/retry-salts.ts'
import { sessionTable } from '../../../src/sessions/tables.ts'
import { attemptTable, rememberedTable, signedInBrowserTable } from '../../../src/sign-in/tables.ts'
import { StoreClock } from '../../../src/storage/nodes/store-clock.ts'
import { Network } from '../network.ts'
import type { Protocol } from '../schedule.ts'
import { SimulatedDatabase, SimulatedStore, type StoreFaults, simulatedDialect } from '../simulated-store.ts'
import type { Process, World } from '../world.ts'

const retrySeconds = 60
/** Two nodes whose clocks differ by less than two seconds from that of the store disagree so much about the window. */
const toleranceSeconds = 6
const chain = 'chain'
const unavailable = '{"error_code":3005}'

const database = new SimulatedDatabase([
  ...tables,
  ...[attemptTable, passwordLinkTable, rememberedTable, sessionTable, signedInBrowserTable, throttleTable],
])

interface TokenNode {
  readonly process: Process
  readonly handle: WebHandler
  isReady: boolean
}

/** Clocks are right, wrong by less than what the service corrects, at the border of two corrections, or wrong by much. */
const skewOf = (random: World['random']): number =>
  random.pick([0, random.between(-1_900, 1_900), 2_500, -2_500, 59_500, -90_000])

/** A request at a node, in true seconds; one that a dying node has not ended may have had its effect so long after its arrival. */
interface Arrival {
  readonly token: string
  end: number
}
const longestWorkSeconds = 30

function rowOf(token: string): PairRow {
  const [row] = database.rows<PairRow>('SELECT * FROM oauth_pair WHERE refresh = ?', pairDigest(token))
  return row ?? database.world.violate('The pair of a token is gone')
}

class RotationWorld {
  readonly world: World
  readonly network: Network
  readonly #mutation: string | null
  readonly #faults: StoreFaults
  /** The answers by token. */
  readonly #answers = new Map<string, string>()
  readonly #arrivals: Arrival[] = []
  readonly #nodes: TokenNode[] = []
  #lives = 0
  constructor(world: World, mutation: string | null) {
    this.world = world
    this.#mutation = mutation
    const { random } = world
    this.network = new Network(world, { lost: random.next() * 0.2, repeated: random.next() * 0.1 })
    const rate = random.next() * 0.05
    this.#faults = { read: rate, commit: rate, death: rate / 2, lostAnswer: rate }
    database.enter(world)
    if (mutation === 'unconditional UPDATE') {
      database.rewrite = text =>
        text.startsWith('update "oauth_pair" set "used"') ? text.replace(/ and .*$/, '') : text
    }
    for (const at of [0, 1]) this.start(at)
  }

  start(at: number): void {
    const { world } = this
    const process = world.process(`node ${at}.${this.#lives++}`, skewOf(world.random))
    const store = new SimulatedStore(database, process, this.#faults).port
    const clock = world.clockOf(process)
    const random = derivedRandom('seed', `${world.seed} ${process.name}`, 'simulation')
    const person = { sessionsFrom: 0 }
    const application = { clientId: 'app', isPublic: true, redirectUris: [] }
    const storeClock = new StoreClock(store, clock, world.log)
    const retrySalts = new RetrySalts(store, random)
    const parts = {
      ...{ store, clock, random, storeClock, retrySalts },
      policy: { refreshReuse: 'revoke', refreshChainDays: 0, retrySeconds },
      applications: { find: () => application },
      callers: { find: () => person },
      issued: new BoundedMap(100),
      commonKey: () => 'key of the installation',
      newId: () => 'id',
      onFault: () => {},
    } as unknown as EndpointParts
    if (this.#mutation === 'another salt') retrySalts.kept = async () => 'another salt'
    if (this.#mutation === 'no window') Object.assign(parts.policy, { retrySeconds: 3_600 })
    const node: TokenNode = { process, handle: tokenEndpoint(parts), isReady: false }
    this.#nodes[at] = node
    world.timer(1, () => void this.#housekeeping(node, parts), process)
  }

  /** The background jobs that concern tokens. A node serves when it has compared its clock. */
  async #housekeeping(node: TokenNode, { storeClock, store, clock }: EndpointParts): Promise<void> {
    const measure = () =>
      storeClock.measure().then(
        () => true,
        () => false,
      )
    while (!(await measure())) await this.world.sleep(1_000)
    node.isReady = true
    for (;;) {
      await cleanUp(store, clock, { storeClock, retrySeconds }).catch(() => {})
      await this.world.sleep(60_000)
      await measure()
    }
  }

  /** Kills nodes now and then; another life begins some seconds later. */
  async chaos(): Promise<void> {
    const { world } = this
    while (!world.isCalm) {
      await world.sleep(world.random.next() * 60_000)
      const at = world.random.between(0, 1)
      const { process } = this.#nodes[at] as TokenNode
      if (world.strikes(0.4)) database.kill(process)
      else if (world.strikes(0.2)) world.stall(process, world.random.next() * 5_000)
    }
  }

  /** Dead nodes are restarted, in the calm at the end at once. */
  async supervise(): Promise<never> {
    for (;;) {
      await this.world.sleep(this.world.isCalm ? 100 : this.world.random.next() * 10_000)
      for (const [at, { process }] of this.#nodes.entries()) if (!process.isAlive) this.start(at)
    }
  }

  /** The first pair of the chain, as a sign-in creates it. */
  signIn(): string {
    const { world } = this
    const random = derivedRandom('seed', String(world.seed), 'sign-in')
    const parts = {
      clock: { now: () => world.now },
      random,
      storeClock: { common: (now: number) => now },
      policy: { refreshChainDays: 0 },
    } as unknown as Parameters<typeof newPair>[0]
    const now = Math.floor(world.now / 1000)
    const { row, answer } = newPair(parts, { chain, client_id: 'app', db: 1, uid: 'U', scope: 'read', began: now }, now)
    database.connection.run(insertPair(simulatedDialect, row))
    return JSON.parse(answer).refresh_token
  }

  /** Whether some token may have been used after its window, so that the chain has ended. */
  get wasLate(): boolean {
    const now = this.world.now / 1000
    return this.#arrivals.some(({ token, end }) => {
      const usedAt = rowOf(token).used
      return usedAt !== null && Math.min(end, now) - usedAt > retrySeconds - toleranceSeconds
    })
  }

  /** Sends a token to a node. Gives the next token, null when it was refused for good, undefined when to try again. */
  async refresh(token: string): Promise<string | null | undefined> {
    const { world } = this
    const sentAt = world.now / 1000
    const node = world.random.pick(this.#nodes)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `grant_type=refresh_token&client_id=app&refresh_token=${token}`
    const request = { id: '', method: 'POST', query: '', headers, body, address: '127.0.0.1', params: {} }
    const answer = await this.network.ask(node.process, async () => {
      if (!node.isReady) return unavailable
      world.note(`refresh ${token.slice(-4)}`)
      const arrival = { token, end: world.now / 1000 + longestWorkSeconds }
      this.#arrivals.push(arrival)
      const { body } = await node.handle(request)
      arrival.end = world.now / 1000
      return body as string
    })
    return answer === undefined ? undefined : this.judge(token, answer, sentAt)
  }

  /** Compares an answer with what the documentation promises. */
  judge(token: string, answer: string, sentAt: number): string | null | undefined {
    const { access_token, refresh_token, error_code } = JSON.parse(answer)
    const { used, next } = rowOf(token)
    this.world.note(`${token.slice(-4)} -> ${refresh_token?.slice(-4) ?? error_code}`)
    if (access_token === undefined) {
      if (error_code === 3005) return undefined
      if (!this.wasLate) this.world.violate(`A client was refused within the window: ${answer}`)
      return null
    }
    if ((this.#answers.get(token) ?? answer) !== answer) this.world.violate('A token was exchanged for two pairs')
    this.#answers.set(token, answer)
    if (next !== pairDigest(refresh_token)) this.world.violate('The answer is not the pair that the store has')
    if (sentAt - (used ?? sentAt) > retrySeconds + toleranceSeconds) {
      this.world.violate('A token was answered after its window')
    }
    return refresh_token
  }

  /** A client refreshes when it needs to, and repeats a request that was not answered. */
  async client(first: string, refreshes: number): Promise<void> {
    const { random } = this.world
    let token = first
    for (let done = 0; done < refreshes; ) {
      await this.world.sleep(random.pick([random.next() * 2_000, random.next() * 30_000, random.next() * 100_000]))
      // Two processes that share the token send it at the same time.
      const asked = random.chance(0.2) ? [this.refresh(token), this.refresh(token)] : [this.refresh(token)]
      const answers = await Promise.all(asked)
      if (answers.includes(null)) return
      const next = answers.find(answer => answer !== undefined)
      if (next === undefined || next === null) continue
      // A process that did not store the answer sends the old token again, within its window or after it.
      if (random.chance(0.15)) {
        await this.world.sleep(random.pick([5_000, 40_000, 55_000, 80_000]))
        if ((await this.refresh(token)) === null) return
      }
      token = next
      done++
    }
    await this.#lastRefresh(token)
  }

  /** In the calm a client that holds a live token gets the next one. */
  async #lastRefresh(token: string): Promise<void> {
    this.world.isCalm = true
    for (let tries = 0; tries < 20; tries++) {
      const next = await this.refresh(token)
      if (next !== undefined) return
      await this.world.sleep(1_000)
    }
    this.world.violate('A client got no answer from nodes that are well')
  }

  checkChain(): void {
    const pairs = database.rows<PairRow>('SELECT * FROM oauth_pair WHERE chain = ?', chain)
    const open = pairs.filter(({ used }) => used === null)
    if (open.length !== 1) this.world.violate(`The chain has ${open.length} pairs that are not used`)
    const successors = new Set(pairs.map(({ next }) => next))
    if (successors.size !== pairs.length) this.world.violate('Two pairs have the same successor')
    const isRevoked = pairs.some(({ revoked }) => revoked !== null)
    if (isRevoked && pairs.some(({ revoked }) => revoked === null)) this.world.violate('A part of the chain lives on')
    if (isRevoked && !this.wasLate) this.world.violate('The chain was ended, and no client was late')
  }
}

export const refreshRotation: Protocol = {
  name: 'rotation',
  mutations: ['unconditional UPDATE', 'another salt', 'no window'],
  async run(world, mutation) {
    const rotation = new RotationWorld(world, mutation)
    void rotation.supervise()
    void rotation.chaos()
    await rotation.client(rotation.signIn(), world.random.between(3, 8))
    // Requests that the network has repeated may still be on their way.
    await world.sleep(5_000)
    rotation.checkChain()
  },
}
