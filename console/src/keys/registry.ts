// Registers keyboard shortcuts in one place, which feeds the listener, the help and the palette.
import { useEffect, useSyncExternalStore } from 'react'
import { capsOf, KeySequence, stepOf } from './sequence.ts'

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
/** How a person reads keys: `Ctrl K`, `⌘K`, `G then S`. */
export const keyCaps = (keys: string): string[][] => capsOf(keys, isMac)

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'))

/** Listens to the keys of the page, for ever. */
export function listenToKeys(): void {
  const sequence = new KeySequence()
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return
    const inField = isField(event.target)
    const inDialog = document.querySelector('[aria-modal="true"]') !== null
    const allowed = shortcuts.filter(one => (!inField || one.inFields) && (!inDialog || one.inDialogs))
    const shortcut = sequence.press(stepOf(event, isMac), event.timeStamp, allowed)
    if (!shortcut || (event.repeat && !shortcut.repeats)) return
    event.preventDefault()
    shortcut.run(event)
  })
}

const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key)
