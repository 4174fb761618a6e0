// Moves the focus over the cards of a board by keys, and moves the card with the focus to other lanes.

import { useMemo, useState } from 'react'
import { useShortcuts } from '../keys/registry.ts'
import type { Lane } from '../sales/lanes.ts'
import { useTexts } from '../texts/index.tsx'
import { useLatest } from '../ui/use-latest.ts'
import type { LaneContent } from './use-board.ts'

interface Cursor {
  /** The card that has the focus, or had it last. */
  readonly active: string | null
  readonly setActive: (key: string) => void
  readonly menu: string | null
  readonly setMenu: (key: string | null) => void
}

export function useCursor(contents: readonly LaneContent[], moveTo: (key: string, lane: Lane) => void): Cursor {
  const { board } = useTexts()
  const [active, setActive] = useState<string | null>(null)
  const [menu, setMenu] = useState<string | null>(null)
  const shown = contents.filter(({ isShown }) => isShown)
  const first = shown.find(({ cards }) => cards.length > 0)?.cards[0]?.key ?? null
  const at = shown.findIndex(({ cards }) => cards.some(({ key }) => key === active))
  const current = at === -1 ? first : active
  const row = shown[at]?.cards.findIndex(({ key }) => key === active) ?? 0

  const latest = useLatest({ contents, shown, first, at, row, active: current, moveTo })
  const shortcuts = useMemo(() => {
    const down = (step: number) => (): void => {
      const { shown, first, at, row } = latest.current
      focusCard(at === -1 ? first : shown[at]?.cards[Math.max(0, row + step)]?.key)
    }
    const aside = (step: number) => (): void => {
      const { shown, first, at, row } = latest.current
      const next = (step > 0 ? shown.slice(at + 1) : shown.slice(0, at).reverse()).find(({ cards }) => cards.length > 0)
      focusCard(at === -1 ? first : next?.cards[Math.min(row, next.cards.length - 1)]?.key)
    }
    const shift = (step: number) => (): void => {
      const { contents, shown, at, active, moveTo } = latest.current
      const lane = at === -1 ? undefined : contents[contents.indexOf(shown[at] as LaneContent) + step]?.lane
      if (lane && active) moveTo(active, lane)
    }
    const still = { inPalette: false, repeats: true }
    return [
      { keys: 'm', label: board.keys.move, run: () => setMenu(latest.current.active) },
      { keys: 'shift+arrowright', label: board.keys.forth, run: shift(1) },
      { keys: 'shift+arrowleft', label: board.keys.back, run: shift(-1) },
      ...['j', 'arrowdown'].map(keys => ({ keys, label: board.keys.next, run: down(1), ...still })),
      ...['k', 'arrowup'].map(keys => ({ keys, label: board.keys.previous, run: down(-1), ...still })),
      { keys: 'arrowright', label: board.keys.right, run: aside(1), ...still },
      { keys: 'arrowleft', label: board.keys.left, run: aside(-1), ...still },
    ]
  }, [board, latest])
  useShortcuts(shortcuts)
  return { active: current, setActive, menu, setMenu }
}

function focusCard(key: string | null | undefined): void {
  if (!key) return
  const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`)
  card?.querySelector('a')?.focus()
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
