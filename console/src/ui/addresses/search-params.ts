// Keeps the state of a screen in its address, typed: view, filter, order, tab, open record.
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useScreenLocation } from './addresses.ts'
import { changedTexts, type Params, type Patch, type Texts, type Values, valueIn } from './params.ts'

/** The parameters of the address, and a function that changes some of them. A value like its fallback is left out. */
export function useSearchParams<P extends Params>(
  params: P,
): [Values<P>, (patch: Patch<P>, options?: { replace?: boolean }) => void] {
  const { search, pathname } = useScreenLocation()
  const navigate = useNavigate()
  const texts = search as Texts
  // A value stays the same object while its text does, so that only what depends on a changed one is made again.
  const known = useRef<Record<string, { readonly text: string | undefined; readonly value: unknown }>>({})
  const values = useMemo(() => {
    const entries = Object.entries(params).map(([name, param]) => {
      const text = texts[name]
      const old = known.current[name]
      const value = old && old.text === text ? old.value : valueIn(param, text)
      known.current[name] = { text, value }
      return [name, value]
    })
    return Object.fromEntries(entries) as Values<P>
  }, [params, texts])
  const change = useCallback(
    (patch: Patch<P>, { replace = true } = {}) => {
      const changed = (old: Texts): Record<string, string> => changedTexts(params, old, patch)
      void navigate({ to: pathname, search: changed as never, replace })
    },
    [params, navigate, pathname],
  )
  return [values, change]
}
