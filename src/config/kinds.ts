// Defines the kinds of setting values; each parses and checks a value and describes what is allowed.
import { parseNetworks } from '../base/networks.ts'

export interface Kind<T = unknown> {
  /** A description of the allowed values, shown in error messages and in the reference. */
  readonly allowed: string
  /** The values themselves, where they are few. */
  readonly options?: readonly string[]
  /**
   * Parses the text of a variable or a flag, or the JSON value of the file; undefined when the value is not of this
   * kind.
   */
  read(value: unknown): T | undefined
  /** The value as a person would write it. */
  show(value: T): string
}

function kind<T>(allowed: string, fromText: (text: string) => unknown, check: (value: unknown) => boolean): Kind<T> {
  return {
    allowed,
    read: value => {
      const read = typeof value === 'string' ? fromText(value.trim()) : value
      return check(read) ? (read as T) : undefined
    },
    show: value => String(value),
  }
}

const within = (minimum: number, maximum: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum

export const text = (allowed = 'any text', pattern = /./): Kind<string> =>
  kind(
    allowed,
    t => t,
    value => typeof value === 'string' && pattern.test(value),
  )

export const integer = (minimum: number, maximum: number, unit = ''): Kind<number> =>
  kind(
    `a whole number from ${minimum} to ${maximum}${unit === '' ? '' : ` (${unit})`}`,
    t => (/^-?\d+$/.test(t) ? Number(t) : undefined),
    within(minimum, maximum),
  )

/** A whole number, or `auto` for one that fits the machine. */
export const automatic = (inner: Kind<number>): Kind<number | 'auto'> => ({
  allowed: `auto, or ${inner.allowed}`,
  read: value => (value === 'auto' ? value : inner.read(value)),
  show: String,
})

export const networks = (): Kind<string> =>
  kind(
    'addresses or networks separated by commas, such as 10.1.0.0/16, fd00::/8',
    t => t,
    value => typeof value === 'string' && parseNetworks(value) !== null,
  )

const truths: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
}

export const flag = (): Kind<boolean> =>
  kind(
    'true or false',
    t => truths[t.toLowerCase()],
    value => typeof value === 'boolean',
  )

export const oneOf = <const O extends readonly string[]>(...options: O): Kind<O[number]> => ({
  ...kind<O[number]>(
    options.join(', '),
    t => t,
    value => options.includes(value as string),
  ),
  options,
})

const units: Record<string, number> = { '': 1, b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 }

/** A number of bytes, with or without a unit. */
export function size(minimum: number, maximum: number): Kind<number> {
  const bytes = kind<number>(
    `a size from ${showSize(minimum)} to ${showSize(maximum)}, such as 512KiB or 4MiB`,
    t => {
      const match = /^(\d+)\s*([a-z]*)$/i.exec(t)
      const unit = units[match?.[2]?.toLowerCase() ?? '?']
      return match && unit !== undefined ? Number(match[1]) * unit : undefined
    },
    within(minimum, maximum),
  )
  return { ...bytes, show: showSize }
}

function showSize(bytes: number): string {
  for (const [name, unit] of [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ] as const) {
    if (bytes >= unit && bytes % unit === 0) return `${bytes / unit}${name}`
  }
  return `${bytes}B`
}

/** The same kind with null for no value, which may also be written as an empty text. */
export function optional<T>(inner: Kind<T>): Kind<T | null> {
  return {
    allowed: `${inner.allowed}, or nothing`,
    read: value => (value === null || (typeof value === 'string' && value.trim() === '') ? null : inner.read(value)),
    show: value => (value === null ? '' : inner.show(value)),
  }
}
