// Reads shortcuts from keys that are pressed together (`mod+k`) or one after the other (`g s`).

/** How a person reads keys: `Ctrl K`, `⌘K`, `G then S`. */
export function capsOf(keys: string, isMac: boolean): string[][] {
  const caps: Record<string, string> = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: isMac ? '⇧' : 'Shift',
    alt: isMac ? '⌥' : 'Alt',
    escape: 'Esc',
    enter: '↵',
    arrowup: '↑',
    arrowdown: '↓',
    arrowleft: '←',
    arrowright: '→',
    space: 'Space',
  }
  return keys.split(' ').map(step => step.split('+').map(key => caps[key] ?? key.toUpperCase()))
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** The keys of an event in the spelling of a shortcut. */
export function stepOf(event: KeyPress, isMac: boolean): string {
  const key = event.key.toLowerCase()
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key)
  const mod = isMac ? event.metaKey : event.ctrlKey
  // A sign such as ? needs Shift on some keyboards and not on others.
  const names = [mod && 'mod', event.altKey && 'alt', event.shiftKey && !isSign && 'shift', key === ' ' ? 'space' : key]
  return names.filter(Boolean).join('+')
}

/** A key that comes later than this after another one begins a new sequence. */
const sequenceMs = 1200

/** Joins the keys that are pressed one after the other. */
export class KeySequence {
  #steps: readonly string[] = []
  #lastPress = 0

  /** The shortcut that this step completes; of those with the same keys the newest, which is the last. */
  press<T extends { readonly keys: string }>(step: string, time: number, shortcuts: readonly T[]): T | undefined {
    const before = time - this.#lastPress > sequenceMs ? [] : this.#steps
    this.#lastPress = time
    const steps = [...before, step].slice(-2)
    const [first = '', second] = steps
    // A sequence that has begun takes the next key, whatever that key would do alone.
    const isBegun = second !== undefined && shortcuts.some(({ keys }) => keys.startsWith(`${first} `))
    const wanted = isBegun ? steps.join(' ') : step
    const shortcut = shortcuts.findLast(({ keys }) => keys === wanted)
    this.#steps = isBegun || shortcut ? [] : steps
    return shortcut
  }
}
