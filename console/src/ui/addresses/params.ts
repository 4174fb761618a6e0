// Declares the parameters of an address: how each value is written as text, and read from it.

/** One parameter: how its value is written into the address, and read from it. */
interface Param<T> {
  readonly fallback: T
  readonly read: (text: string) => T
  readonly write: (value: T) => string
}

// biome-ignore lint/suspicious/noExplicitAny: each parameter has a type of its own
export type Params = Readonly<Record<string, Param<any>>>
export type Values<P extends Params> = { readonly [Name in keyof P]: P[Name]['fallback'] }

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

export type Texts = Readonly<Record<string, string>>
/** The new values of some parameters, or a function from the current values to them. */
export type Patch<P extends Params> = Partial<Values<P>> | ((now: Values<P>) => Partial<Values<P>>)

/** The last value of each parameter. It stays the same object while its text does, so only what depends on a changed one is made again. */
const lastValues = new WeakMap<object, { readonly text: string; readonly value: unknown }>()

function valueIn<T>(param: Param<T>, text: string | undefined): T {
  if (text === undefined) return param.fallback
  const last = lastValues.get(param)
  if (last?.text === text) return last.value as T
  const value = param.read(text)
  lastValues.set(param, { text, value })
  return value
}

export const valuesOf = <P extends Params>(params: P, texts: Texts): Values<P> =>
  Object.fromEntries(Object.entries(params).map(([name, param]) => [name, valueIn(param, texts[name])])) as Values<P>

/** The texts of an address after a change of some parameters. A value equal to its fallback is left out. */
export function changedTexts<P extends Params>(params: P, texts: Texts, patch: Patch<P>): Record<string, string> {
  const next: Record<string, string> = { ...texts }
  const values = typeof patch === 'function' ? patch(valuesOf(params, texts)) : patch
  for (const [name, value] of Object.entries(values)) {
    const { fallback, write } = params[name] as P[string]
    const text = write(value)
    if (text === write(fallback)) delete next[name]
    else next[name] = text
  }
  return next
}
