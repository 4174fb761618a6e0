// Keeps the state of a screen in its address, typed: view, filter, order, tab, open record.
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useScreenLocation } from './addresses.ts'

/** One parameter: how its value is written into the address, and read from it. */
interface Param<T> {
  readonly fallback: T
  readonly read: (text: string) => T
  readonly write: (value: T) => string
}

// biome-ignore lint/suspicious/noExplicitAny: each parameter has a type of its own
type Params = Readonly<Record<string, Param<any>>>
type Values<P extends Params> = { readonly [Name in keyof P]: P[Name]['fallback'] }

export const textParam = <T extends string = string>(fallback: T): Param<T> => ({
  fallback,
  read: text => text as T,
  write: value => value,
})

export const choiceParam = <const T extends readonly string[]>(choices: T): Param<T[number]> => ({
  fallback: choices[0] as T[number],
  read: text => (choices.includes(text) ? text : (choices[0] as T[number])),
  write: value => value,
})

type Texts = Readonly<Record<string, string>>
/** The new values of some parameters, or a function that gives them for the values at the moment. */
type Patch<P extends Params> = Partial<Values<P>> | ((now: Values<P>) => Partial<Values<P>>)

const valueIn = <T>({ fallback, read }: Param<T>, text: string | undefined): T =>
  text === undefined ? fallback : read(text)

const valuesOf = <P extends Params>(params: P, texts: Texts): Values<P> =>
  Object.fromEntries(Object.entries(params).map(([name, param]) => [name, valueIn(param, texts[name])])) as Values<P>

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
      const changed = (old: Texts): Record<string, string> => {
        const next: Record<string, string> = { ...old }
        const values = typeof patch === 'function' ? patch(valuesOf(params, old)) : patch
        for (const [name, value] of Object.entries(values)) {
          const { fallback, write } = params[name] as P[string]
          const text = write(value)
          if (text === write(fallback)) delete next[name]
          else next[name] = text
        }
        return next
      }
      void navigate({ to: pathname, search: changed as never, replace })
    },
    [params, navigate, pathname],
  )
  return [values, change]
}
