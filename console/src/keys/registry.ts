// Registers keyboard shortcuts in one place, which feeds the listener, the help and the palette.
import { useEffect, useSyncExternalStore } from 'react'

export interface Shortcut {
  /** `j`, `?`, `g s` (one after the other), `mod+k` (Ctrl, or Cmd on a Mac), `shift+enter`, `escape`. */
  readonly keys: string
  /** What it does, for the help and the palette. */
  readonly label: string
  readonly run: (event: KeyboardEvent | null) => void
  /** Where the help lists it; the screen's own group unless said. */
  readonly group?: 'everywhere' | 'goTo' | 'screen'
  /** Also while a field is being edited. */
  readonly inFields?: boolean
  /** Also while a dialog is open. */
  readonly inDialogs?: boolean
  /** False keeps it out of the palette: moving a cursor is no action to look for. */
  readonly inPalette?: boolean
  /** Whether it runs again and again while the key is held. */
  readonly repeats?: boolean
}

let shortcuts: readonly Shortcut[] = []
const listeners = new Set<() => void>()

function change(next: readonly Shortcut[]): void {
  shortcuts = next
  for (const listener of listeners) listener()
}

/** Registers shortcuts while the component is there. The newest one of the same keys counts. Memoise the list. */
export function useShortcuts(added: readonly Shortcut[]): void {
  useEffect(() => {
    change([...shortcuts, ...added])
    return () => change(shortcuts.filter(one => !added.includes(one)))
  }, [added])
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All shortcuts that work now; of those with the same keys, the newest. */
export function useActiveShortcuts(): readonly Shortcut[] {
  const all = useSyncExternalStore(subscribe, () => shortcuts)
  return all.filter(({ keys }, at) => all.findLastIndex(other => other.keys === keys) === at)
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const sequenceMs = 1200

/** How a person reads keys: `Ctrl K`, `⌘K`, `G then S`. */
export function keyCaps(keys: string): string[][] {
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
    ' ': 'Space',
  }
  return keys.split(' ').map(step => step.split('+').map(key => caps[key] ?? key.toUpperCase()))
}

/** The keys of an event in the spelling of a shortcut. */
function stepOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key)
  const mod = isMac ? event.metaKey : event.ctrlKey
  // A sign such as ? needs Shift on some keyboards and not on others.
  const names = [mod && 'mod', event.altKey && 'alt', event.shiftKey && !isSign && 'shift', key === ' ' ? 'space' : key]
  return names.filter(Boolean).join('+')
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'))

/** Listens to the keys of the page, for ever. */
export function listenToKeys(): void {
  let typed: string[] = []
  let last = 0
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return
    if (event.timeStamp - last > sequenceMs) typed = []
    last = event.timeStamp
    typed = [...typed, stepOf(event)].slice(-2)
    const inField = isField(event.target)
    const inDialog = document.querySelector('[aria-modal="true"]') !== null
    const allowed = shortcuts.filter(one => (!inField || one.inFields) && (!inDialog || one.inDialogs))
    const [first = '', second] = typed
    // A sequence that was begun takes the next key, whatever that would do alone.
    const isBegun = second !== undefined && allowed.some(({ keys }) => keys.startsWith(`${first} `))
    const wanted = isBegun ? typed.join(' ') : typed.at(-1)
    const found = allowed.findLast(({ keys }) => keys === wanted)
    if (isBegun || found) typed = []
    if (!found || (event.repeat && !found.repeats)) return
    event.preventDefault()
    found.run(event)
  })
}

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key)
