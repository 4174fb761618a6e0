// Converts the text of a cell to the value that a field takes: numbers, dates, truth values, options, users.
import { fold } from '../../base/text/fold.ts'
import { itemKeys, itemsByName } from '../../fields/option-source.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { DateOrder, DecimalMark } from '../columns/column-facts.ts'
import { importLimits } from '../limits.ts'
import type { Target } from './target.ts'

export interface Conversion {
  readonly target: Target
  readonly order: DateOrder | null
  readonly mark: DecimalMark | null
  /** Names of options in the file, folded, with the names of the options that they mean. */
  readonly renamed: ReadonlyMap<string, string>
}

/** A text that is no value of the field. */
export class Unconvertible {
  readonly error: 'InvalidValue' | 'UnknownOption'
  readonly message: string
  constructor(message: string, error: 'InvalidValue' | 'UnknownOption' = 'InvalidValue') {
    this.message = message
    this.error = error
  }
}

/** Undefined for a list without elements. Values that JSON has typed are handed on as they are, but for options and users, which files name. */
export function convert(cell: unknown, conversion: Conversion, catalog: Catalog): unknown {
  const { target } = conversion
  if (target.isList) return listOf(cell, conversion, catalog)
  if (typeof cell === 'object' && cell !== null) return cell
  const text = typeof cell === 'string' ? withoutApostrophe(cell.trim()) : String(cell)
  switch (target.kind) {
    case 'number':
      return typeof cell === 'number' ? cell : numberOf(text, conversion.mark)
    case 'date':
    case 'datetime':
      return dateOf(text, conversion.order, target.kind)
    case 'flag':
      return typeof cell === 'boolean' ? cell : flagOf(text)
    case 'option':
      return optionOf(text, conversion, catalog)
    case 'user':
      return userOf(text, catalog)
    case 'any':
      return typeof cell === 'string' ? text : cell
    default:
      return text
  }
}

/** Spreadsheet programs, and our own export for them, put an apostrophe before texts that look like a formula. */
export const withoutApostrophe = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

/** The elements of a list: those of an array, or those that `;` separates. */
function listOf(cell: unknown, conversion: Conversion, catalog: Catalog): unknown {
  const single = { ...conversion, target: { ...conversion.target, isList: false } }
  const elements = elementsOf(cell, conversion.target)
  if (elements.length === 0 && !Array.isArray(cell)) return undefined
  if (elements.length > importLimits.cellElements)
    return new Unconvertible(`the list has more than ${importLimits.cellElements} elements`)
  const parts = elements.map(part => convert(part, single, catalog))
  return parts.find(part => part instanceof Unconvertible) ?? parts
}

/** `* myContacts` and the like: groups that Google Contacts has by itself, and no options. */
const systemGroup = /^\* \S/

export const elementsOf = (cell: unknown, { options }: Pick<Target, 'options'>): unknown[] =>
  Array.isArray(cell)
    ? cell
    : typeof cell === 'string'
      ? cell
          .split(/;| ::: /, importLimits.cellElements * 2)
          .map(part => part.trim())
          .filter(part => part !== '' && !(options && systemGroup.test(part)))
      : [cell]

/** The name by which an element of a file names an option: a text, or a member of an object. */
export function optionName(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return element
  const { DisplayValue, Value, Name, Key } = element as Record<string, unknown>
  return DisplayValue ?? Name ?? Value ?? Key
}

function numberOf(text: string, mark: DecimalMark | null): unknown {
  const isNegative = /^\(.*\)$|^[^\d]*-|-$/.test(text)
  const digits = text.replace(/[^\d.,eE]/g, '').replace(/^[.,]+(?=\D)/, '')
  const group = mark === ',' ? '.' : ','
  const plain = digits.replaceAll(group, '').replace(mark ?? '.', '.')
  const value = Number(plain)
  if (plain === '' || !/\d/.test(plain) || !Number.isFinite(value) || /[a-df-z]{4}/i.test(text))
    return new Unconvertible(`"${excerpt(text)}" is not a number`)
  return isNegative ? -value : value
}

const isoDate =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i
const ordered =
  /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp])?\.?[Mm]?\.?)?$/
const withMonth = /^(?:(\d{1,2})\.?[ -]+([\p{L}]{3,})\.?,?[ -]+(\d{4})|([\p{L}]{3,})\.?[ -]+(\d{1,2}),?[ -]+(\d{4}))$/u

const months = [
  'jan ene januar',
  'feb fev fév februar',
  'mar mär mrz märz',
  'apr avr abr april',
  'may mai',
  'jun juin juni',
  'jul juil juli',
  'aug ago août aou',
  'sep set',
  'oct okt',
  'nov',
  'dec dez dic déc',
].map(names => names.split(' ').map(fold))

function dateOf(text: string, order: DateOrder | null, kind: 'date' | 'datetime'): unknown {
  const iso = isoDate.exec(text)
  if (iso) {
    const [, y = '', m = '', d = '', hour, minute = '', second = '00', zone] = iso
    const day = dayOf(y, m, d)
    if (day === null) return new Unconvertible(`"${excerpt(text)}" is not a day of the calendar`)
    if (kind === 'date' || hour === undefined) return day
    return `${day}T${hour.padStart(2, '0')}:${minute}:${second}${zone ? zone.toUpperCase() : 'Z'}`
  }
  const parts = orderedParts(text, order) ?? namedParts(text)
  if (!parts) return new Unconvertible(`"${excerpt(text)}" is not a date`)
  const day = dayOf(parts.y, parts.m, parts.d)
  if (day === null) return new Unconvertible(`"${excerpt(text)}" is not a day of the calendar`)
  return kind === 'date' || parts.time === null ? day : `${day}T${parts.time}Z`
}

interface DateParts {
  readonly y: string
  readonly m: string
  readonly d: string
  readonly time: string | null
}

function orderedParts(text: string, order: DateOrder | null): DateParts | null {
  const found = ordered.exec(text)
  if (!found || order === null) return null
  const [, a = '', b = '', c = '', hour, minute = '', second = '00', half] = found
  const [y, m, d] = order === 'YMD' ? [a, b, c] : order === 'DMY' ? [c, b, a] : [c, a, b]
  if (hour === undefined) return { y: fullYear(y), m, d, time: null }
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return { y: fullYear(y), m, d, time: `${String(hours).padStart(2, '0')}:${minute}:${second}` }
}

/** Two digits are a year from 1970 to 2069. */
const fullYear = (year: string): string =>
  year.length > 2 ? year : String(Number(year) + (Number(year) < 70 ? 2000 : 1900))

function namedParts(text: string): DateParts | null {
  const found = withMonth.exec(text)
  if (!found) return null
  const [, d1, name1, y1, name2, d2, y2] = found
  const name = fold(name1 ?? name2 ?? '')
  const month = months.findIndex(names => names.some(known => name.startsWith(known)))
  return month < 0 ? null : { y: y1 ?? y2 ?? '', m: String(month + 1), d: d1 ?? d2 ?? '', time: null }
}

/** `YYYY-MM-DD`; null for a day that there is not. */
function dayOf(y: string, m: string, d: string): string | null {
  const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)))
  if (y.length !== 4 || date.getUTCMonth() !== Number(m) - 1 || date.getUTCDate() !== Number(d)) return null
  return `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
}

const yes = new Set(['true', 'yes', 'y', '1', 'x', 'ja', 'j', 'wahr', 'oui', 'vrai', 'si', 'verdadero', 'on'].map(fold))
const no = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso', 'off', '-'].map(fold))

function flagOf(text: string): unknown {
  const folded = fold(text)
  if (yes.has(folded)) return true
  return no.has(folded) ? false : new Unconvertible(`"${excerpt(text)}" is neither yes nor no`)
}

function optionOf(text: string, { target: { options }, renamed }: Conversion, catalog: Catalog): unknown {
  if (!options) return text
  const name = renamed.get(fold(text)) ?? text
  const folded = fold(name)
  if ('items' in options) {
    const item = itemsByName(options.items).get(folded) ?? options.items.find(({ key }) => fold(String(key)) === folded)
    return item ? item.key : new Unconvertible(`there is no option "${excerpt(text)}"`, 'UnknownOption')
  }
  if (!('list' in options)) return text
  const keys = itemKeys(options)
  const list = catalog.list(options.list)
  const byName = list.byName.get(folded)
  if (byName) return keys.keyOf(byName.key)
  const number = keys.numberOf(name)
  if (number !== undefined && list.byKey.has(number)) return keys.keyOf(number)
  return new Unconvertible(`there is no option "${excerpt(text)}"`, 'UnknownOption')
}

const userOf = (text: string, catalog: Catalog): unknown =>
  findUser(text, catalog) ?? new Unconvertible(`there is no user "${excerpt(text)}"`)

/** A user is named by Uid, or by a name that only one user has. */
export function findUser(text: string, catalog: Catalog): string | undefined {
  const uid = catalog.findUid(text)
  if (catalog.principals.has(`User\t${uid}`)) return uid
  return usersByName(catalog).get(fold(text)) ?? undefined
}

const named = new WeakMap<Catalog, ReadonlyMap<string, string | null>>()

/** The Uids by folded name; null for a name that several users have. */
function usersByName(catalog: Catalog): ReadonlyMap<string, string | null> {
  const known = named.get(catalog)
  if (known) return known
  const byName = new Map<string, string | null>()
  for (const [principal, name] of catalog.principals) {
    if (!principal.startsWith('User\t')) continue
    const folded = fold(name)
    byName.set(folded, byName.has(folded) ? null : principal.slice('User\t'.length))
  }
  named.set(catalog, byName)
  return byName
}

export const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
