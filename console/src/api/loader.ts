// Loads a part of the console that has a script of its own: again after a failure, once at a time.

export class Loader<T> {
  readonly #load: () => Promise<T>
  #loading: Promise<T> | null = null
  #loaded: T | null = null

  constructor(load: () => Promise<T>) {
    this.#load = load
  }

  /** Null until it has been loaded. */
  get loaded(): T | null {
    return this.#loaded
  }

  readonly load = (): Promise<T> => {
    this.#loading ??= this.#load().then(
      loaded => {
        this.#loaded = loaded
        return loaded
      },
      (error: unknown) => {
        this.#loading = null
        throw error
      },
    )
    return this.#loading
  }

  /** Loads what may be needed soon; a failure is of no interest yet. */
  readonly preload = (): Promise<unknown> => this.load().catch(() => null)
}

/** What is known after a script could not be loaded. */
export type LoadFailure = 'away' | 'gone'

interface Means {
  /** Whether the server answers. */
  readonly ask: () => Promise<boolean>
  readonly hasDrafts: () => boolean
  /** Loads the page anew; it refuses right after it has done so. */
  readonly reload: () => void
}

/**
 * Tries once more when the server answers. A script that it does not have any more belongs to an older build, so the page is loaded
 * anew, unless that would lose what was typed into a form. Null when the part is there now.
 */
export async function afterFailure<T>(
  loader: Loader<T>,
  { ask, hasDrafts, reload }: Means,
): Promise<LoadFailure | null> {
  if (!(await ask())) return 'away'
  try {
    await loader.load()
    return null
  } catch {
    if (!hasDrafts()) reload()
    return 'gone'
  }
}
