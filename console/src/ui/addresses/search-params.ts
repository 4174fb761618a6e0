// Keeps the state of a screen in its address, typed: view, filter, order, tab, open record.
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useScreenLocation } from './addresses.ts'
import { changedTexts, type Params, type Patch, type Texts, type Values, valuesOf } from './params.ts'

/** The parameters of the address, and a function that changes some of them. A value like its fallback is left out. */
export function useSearchParams<P extends Params>(
  params: P,
): [Values<P>, (patch: Patch<P>, options?: { replace?: boolean }) => void] {
  const { search, pathname } = useScreenLocation()
  const navigate = useNavigate()
  const texts = search as Texts
  const values = useMemo(() => valuesOf(params, texts), [params, texts])
  const change = useCallback(
    (patch: Patch<P>, { replace = true } = {}) => {
      const changed = (old: Texts): Record<string, string> => changedTexts(params, old, patch)
      void navigate({ to: pathname, search: changed as never, replace })
    },
    [params, navigate, pathname],
  )
  return [values, change]
}
