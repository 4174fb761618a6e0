// Schedules everything that happens in a simulation by one seed: the order of tasks, the time, deaths and stalls of processes.
import { createHash } from 'node:crypto'
import type { Log } from '../../src/base/log/log.ts'
import { Random } from '../../src/seed/random.ts'

/** Epoch milliseconds at the start of every schedule. */
const epoch = 1_790_000_000_000
/** A schedule with more tasks, or more simulated time, does not end. */
const mostTasks = 150_000
const longestMs = 4 * 3_600_000

/** A process of the simulated world: one life of a node of the service, or a client. A node that restarts is another process. */
export interface Process {
  readonly name: string
  isAlive: boolean
  /** The process runs nothing before this moment. */
  stalledUntil: number
  /** How far its clock is ahead of the true time. */
  readonly skewMs: number
  /** When the last turn of its event loop was queued for; keeps its turns in their order. */
  turnAt: number
}

interface Task {
  readonly process: Process
  /** When the task runs: when it is due, or at the end of a stall, where tasks keep the order in which they were due. */
  at: number
  readonly due: number
  readonly order: number
  readonly run: () => void
  /** Turns of the event loop end also in a dead process, whose ports are cut: module state depends on them. */
  readonly isTurn: boolean
  isCancelled: boolean
}

/** An invariant does not hold. */
export class Violation extends Error {}

export class World {
  readonly seed: number
  readonly random: Random
  readonly trace: string[] = []
  /** The process whose task runs. */
  current: Process
  /** Faults happen until the end of the schedule is to be checked. */
  isCalm = false
  readonly #tasks: Task[] = []
  #violation: Violation | null = null
  #elapsed = 0
  #order = 0
  #count = 0

  constructor(seed: number) {
    this.seed = seed
    this.random = new Random(seed)
    this.current = this.process('test')
  }

  get elapsed(): number {
    return this.#elapsed
  }

  get tasks(): number {
    return this.#count
  }

  /** The true time; the clock of the store shows it. */
  get now(): number {
    return Math.floor(epoch + this.#elapsed)
  }

  get hash(): string {
    return createHash('sha256').update(this.trace.join('\n')).digest('hex').slice(0, 16)
  }

  process(name: string, skewMs = 0): Process {
    return { name, isAlive: true, stalledUntil: 0, skewMs, turnAt: 0 }
  }

  clockOf({ skewMs }: Process): { now(): number } {
    return { now: () => this.now + skewMs }
  }

  /** A log of the product, whose lines go into the trace. */
  get log(): Log {
    const line = (message: string, facts?: object) => {
      const { error } = (facts ?? {}) as { error?: Error }
      this.note(`log: ${message}${error ? `: ${error.message}` : ''}`)
    }
    return { debug: line, info: line, warn: line, error: line } as unknown as Log
  }

  note(text: string): void {
    this.trace.push(`${this.#elapsed.toFixed(3)} ${this.current.name}: ${text}`)
  }

  /** Ends the schedule, also when the code under test catches what is thrown. */
  violate(message: string): never {
    this.#violation ??= new Violation(message)
    throw this.#violation
  }

  /** A fault of the given probability, as long as the world is not calm. */
  strikes(probability: number): boolean {
    return !this.isCalm && this.random.chance(probability)
  }

  kill(process: Process): void {
    if (!process.isAlive) return
    process.isAlive = false
    this.note(`${process.name} dies`)
  }

  /** The process runs nothing for a while: its machine is suspended, or its event loop is blocked. */
  stall(process: Process, ms: number): void {
    process.stalledUntil = Math.max(process.stalledUntil, this.#elapsed + ms)
    this.note(`${process.name} stalls for ${ms.toFixed(0)} ms`)
  }

  /** What performance.now() shows: code takes time, so the clock goes on a little between two looks. */
  look(): number {
    if (this.random.chance(0.15)) this.#elapsed += this.random.next() * 0.5
    return this.#elapsed
  }

  /** A timer of a process, by default of the current one. Timers are up to a millisecond late. */
  timer(ms: number, run: () => void, process = this.current): { cancel(): void } {
    const wait = ms >= 1 && ms < 2 ** 31 ? ms : 1
    return this.#add(process, this.#elapsed + wait + this.random.next(), run, false)
  }

  /** The next turn of the event loop. Turns of one process keep their order, those of others come in between. */
  turn(run: () => void, process = this.current): { cancel(): void } {
    process.turnAt = Math.max(process.turnAt, this.#elapsed) + this.random.next() * 0.05
    return this.#add(process, process.turnAt, run, true)
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.timer(ms, resolve))
  }

  /** Runs the next task; false when there is none. */
  step(): boolean {
    if (this.#violation) throw this.#violation
    for (let task = this.#take(); task; task = this.#take()) {
      if (task.isCancelled || !(task.process.isAlive || task.isTurn)) continue
      if (task.process.isAlive && task.process.stalledUntil > task.at) {
        task.at = task.process.stalledUntil
        this.#push(task)
        continue
      }
      this.#elapsed = Math.max(this.#elapsed, task.at)
      this.current = task.process
      this.#count++
      if (this.#count > mostTasks || this.#elapsed > longestMs) this.violate('The schedule does not end')
      task.run()
      return true
    }
    return false
  }

  /** Ends the turns that are left, so that no state of modules goes over to the next schedule. */
  drainTurns(): boolean {
    const turns = this.#tasks.filter(task => task.isTurn && !task.isCancelled)
    this.#tasks.length = 0
    for (const { process, run } of turns) {
      process.isAlive = false
      run()
    }
    return turns.length > 0
  }

  #add(process: Process, at: number, run: () => void, isTurn: boolean): { cancel(): void } {
    const task: Task = { process, at, due: at, order: this.#order++, run, isTurn, isCancelled: false }
    this.#push(task)
    return {
      cancel: () => {
        task.isCancelled = true
      },
    }
  }

  /** A binary heap by time. */
  #push(task: Task): void {
    const heap = this.#tasks
    let at = heap.push(task) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(task, heap[parent] as Task)) break
      heap[at] = heap[parent] as Task
      at = parent
    }
    heap[at] = task
  }

  #take(): Task | undefined {
    const heap = this.#tasks
    const first = heap[0]
    const last = heap.pop()
    if (!last || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Task, heap[child] as Task)) child++
      if (!isBefore(heap[child] as Task, last)) break
      heap[at] = heap[child] as Task
      at = child
    }
    heap[at] = last
    return first
  }
}

const isBefore = (a: Task, b: Task): boolean =>
  a.at !== b.at ? a.at < b.at : a.due !== b.due ? a.due < b.due : a.order < b.order
