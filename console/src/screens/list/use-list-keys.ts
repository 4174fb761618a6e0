// Registers the keys of a list, for the help and for when the table does not have the focus.

import { useMemo } from 'react'
import { focusFilter } from '../../filter/filter-bar.tsx'
import { type Shortcut, useShortcuts } from '../../keys/registry.ts'
import { useTexts } from '../../texts/index.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { focusSearch } from './search-box.tsx'
import type { ListModel } from './use-list.ts'

/** `create` opens the form for a new record; null where none is made. */
export function useListKeys(
  { table, open, params, setParams }: ListModel,
  create: { readonly label: string; readonly run: () => void } | null,
): void {
  const { list: t } = useTexts()
  const isPeeking = params.open !== ''
  const latest = useLatest(create)
  const newLabel = create?.label ?? null
  useShortcuts(
    useMemo((): readonly Shortcut[] => {
      const act = (run: () => void) => run
      const move = (keys: string, key: string, label: string): Shortcut => ({
        keys,
        label,
        inPalette: false,
        repeats: true,
        run: () => table.current?.move(key),
      })
      return [
        move('j', 'ArrowDown', t.keys.down),
        move('k', 'ArrowUp', t.keys.up),
        {
          keys: 'enter',
          label: t.keys.open,
          inPalette: false,
          run: act(() => {
            const key = table.current?.cursorKey
            if (key) open(key)
          }),
        },
        { keys: 'x', label: t.keys.choose, inPalette: false, run: act(() => table.current?.choose()) },
        { keys: 'e', label: t.keys.edit, run: act(() => table.current?.edit()) },
        {
          keys: 'p',
          label: t.keys.peek,
          run: act(() => setParams({ open: isPeeking ? '' : (table.current?.cursorKey ?? '') })),
        },
        { keys: '/', label: t.keys.search, run: focusSearch },
        { keys: 'f', label: t.keys.filter, run: focusFilter },
        ...(newLabel === null ? [] : [{ keys: 'n', label: newLabel, run: act(() => latest.current?.run()) }]),
      ]
    }, [table, open, setParams, isPeeking, newLabel, t, latest]),
  )
}
