// Knows whether the server can be reached, and asks it again and again while it cannot.

interface Surroundings {
  /** Resolves when the server answers anything. */
  readonly probe: () => Promise<unknown>
  /** What the browser knows of the network. */
  readonly hasNetwork: () => boolean
  readonly onNetwork: (run: (isOnline: boolean) => void) => void
  readonly wait: (run: () => void, ms: number) => void
}

/** Between two questions whether the server is back. */
const pauseMs = 5000

export class Reachability {
  readonly #surroundings: Surroundings
  readonly #listeners = new Set<() => void>()
  #isAway = false
  #isAsking = false

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    surroundings.onNetwork(isOnline => (isOnline ? void this.ask() : this.lost()))
    if (!surroundings.hasNetwork()) this.lost()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly isAway = (): boolean => this.#isAway

  /** Calls once when the server is back; at once when it is not away. */
  readonly whenBack = (run: () => void): (() => void) => {
    if (!this.#isAway) {
      run()
      return () => {}
    }
    const end = this.subscribe(() => {
      if (this.#isAway) return
      end()
      run()
    })
    return end
  }

  /** A request got no answer. */
  readonly lost = (): void => {
    if (this.#isAway) return
    this.#set(true)
    this.#askLater()
  }

  /** Asks the server at once; true when it answers. */
  readonly ask = async (): Promise<boolean> => {
    if (this.#isAsking) return !this.#isAway
    this.#isAsking = true
    try {
      await this.#surroundings.probe()
      this.#set(false)
      return true
    } catch {
      this.lost()
      return false
    } finally {
      this.#isAsking = false
    }
  }

  #askLater(): void {
    this.#surroundings.wait(() => {
      if (!this.#isAway) return
      const asked = this.#surroundings.hasNetwork() ? this.ask() : Promise.resolve(false)
      void asked.then(isBack => isBack || this.#askLater())
    }, pauseMs)
  }

  #set(isAway: boolean): void {
    if (this.#isAway === isAway) return
    this.#isAway = isAway
    for (const listener of [...this.#listeners]) listener()
  }
}
