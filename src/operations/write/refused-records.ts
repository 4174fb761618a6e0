// Collects the records that a partial request cannot write, each with its problems and its answer.
import { errorsOf, type Problems, Refusal, type ToldProblem } from '../../base/errors.ts'

interface RefusedRecord {
  readonly answer: { readonly Index: number; readonly Errors: ReturnType<typeof errorsOf> }
}

/** By the path of the record in its request. */
export class RefusedRecords {
  readonly #byPath = new Map<string, RefusedRecord>()

  get count(): number {
    return this.#byPath.size
  }

  /** The messages of the records with these paths, without repeats. */
  messagesOf(paths: readonly string[]): string[] {
    const errors = paths.flatMap(path => this.#byPath.get(path)?.answer.Errors ?? [])
    return [...new Set(errors.map(({ Message }) => Message))]
  }

  has(path: string): boolean {
    return this.#byPath.has(path)
  }

  /** The element of Data for a refused record. */
  answer(path: string): object | undefined {
    return this.#byPath.get(path)?.answer
  }

  add(path: string, index: number, { list, count }: Problems): void {
    const told = new Refusal(list, count - list.length).told()
    this.#byPath.set(path, {
      answer: { Index: index, Errors: errorsOf(told.map(problem => relativeTo(path, problem))) },
    })
  }

  addAll(others: RefusedRecords): void {
    for (const [path, record] of others.#byPath) this.#byPath.set(path, record)
  }
}

/** The problem with paths relative to the record. */
const relativeTo = (path: string, problem: ToldProblem): ToldProblem => ({
  ...problem,
  path: problem.path === path ? '' : problem.path.replace(`${path}.`, ''),
  message: problem.message.replaceAll(`${path}.`, ''),
})

/** Rolls a pass back because of records that it refused. */
export class RefusedRecordsError extends Error {
  readonly refused: RefusedRecords
  constructor(refused: RefusedRecords) {
    super('Records of a partial request were refused.')
    this.refused = refused
  }
}
