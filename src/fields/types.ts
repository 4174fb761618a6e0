// Defines the value types of fields: text, keys, numbers, money, dates, date-times and flags.

import { refuse } from '../base/errors.ts'
import { moneyScale, parseDecimal, rateScale } from '../base/text/decimal.ts'
import { fold, foldsTooLong, foldsWithin } from '../base/text/fold.ts'
import { excerpt, isObject, member, nameOf } from '../base/text/json.ts'
import { dateExample, dayPeriod, parseMoment } from './moment.ts'
import { decodeKey } from './record-key.ts'
import {
  type BindContext,
  CurrentUser,
  equalityOperators,
  Moment,
  orderedOperators,
  textOperators,
  type ValueType,
} from './value-type.ts'

const wrong = (path: string, expected: string, value: unknown): never =>
  refuse('WrongType', path, `${path} is compared with ${expected}, not ${nameOf(value)}.`)

/** Text without U+0000, which no store accepts, and of a bounded folded length. */
export function plainText(literal: unknown, path: string): string {
  if (typeof literal !== 'string') return wrong(path, 'text', literal)
  if (literal.includes('\0')) refuse('InvalidValue', path, `${path} holds a NUL character, which no text has.`)
  if (!foldsWithin(literal)) refuse('LimitExceeded', path, `${path} ${foldsTooLong}.`)
  return literal
}

export const textType: ValueType = {
  name: 'text',
  operators: textOperators,
  list: 'text',
  sums: false,
  bind: (literal, path) => fold(plainText(literal, path)),
}

/** Identifiers of the API itself (a currency code, a scope), compared exactly. */
export const codeType: ValueType = {
  ...textType,
  operators: orderedOperators,
  bind: plainText,
}

/** References to records of the given entities; the identifier alone is bound. */
export function keyType(kinds: readonly string[]): ValueType {
  const kindNames = kinds.join(' or ')
  return {
    name: 'key',
    operators: equalityOperators,
    list: 'text',
    sums: false,
    bind: (literal, path, context) => {
      if (
        typeof literal === 'string' &&
        literal.startsWith('$') &&
        context.call(literal, path) instanceof CurrentUser
      ) {
        return kinds.includes('User') ? context.uid : wrong(path, `a ${kindNames} key`, literal)
      }
      if (isObject(literal)) {
        const id = member(literal, 'ID') ?? member(literal, 'Uid')
        if (typeof id === 'string') {
          const bound = (kinds.includes('User') ? uidType : idType).bind(id, path, context)
          return typeof bound === 'string' ? context.survivorOf(bound) : bound
        }
        const value = member(literal, 'Key') ?? member(literal, 'Value')
        if (typeof value === 'string') return idOf(value, kinds, path, context)
      }
      if (typeof literal !== 'string') return wrong(path, `a ${kindNames} key`, literal)
      return idOf(literal, kinds, path, context)
    },
  }
}

/** A record's identifier, or a user's Uid; `$CURRENTUSER()` is the caller's. */
export const idType: ValueType = {
  ...codeType,
  name: 'key',
  operators: equalityOperators,
  bind: (literal, path, context) => {
    const id = codeType.bind(literal, path, context) as string
    return id.startsWith('$') && context.call(id, path) instanceof CurrentUser ? context.uid : id
  },
}

/** A user's Uid, in any letter case. */
export const uidType: ValueType = {
  ...idType,
  bind: (literal, path, context) => context.findUid(idType.bind(literal, path, context) as string),
}

function idOf(text: string, kinds: readonly string[], path: string, context: BindContext): string {
  const key = decodeKey(text)
  // A text that is not a key is treated like an unknown key: it matches nothing.
  if (!key) return ''
  if (!kinds.includes(key.kind)) {
    refuse('WrongKeyKind', path, `${path} needs a key of ${kinds.join(' or ')}, and this is a key of ${key.kind}.`)
  }
  return key.kind === 'User' ? context.findUid(key.id) : context.survivorOf(key.id)
}

const number = (literal: unknown, path: string): number => {
  const value = typeof literal === 'string' && /^-?\d+(\.\d+)?$/.test(literal) ? Number(literal) : literal
  if (typeof value !== 'number') return wrong(path, 'a number', literal)
  return Number.isFinite(value) ? value : refuse('InvalidValue', path, `${path} is too large a number.`)
}

/** Refuses a fraction, which the store would refuse in a column of whole numbers. */
const wholeNumber = (literal: unknown, path: string): number => {
  const value = number(literal, path)
  return Number.isSafeInteger(value)
    ? value
    : refuse('InvalidValue', path, `${path} is compared with a whole number, not ${value}.`)
}

const largest = 2n ** 63n - 1n

/** Clamps an amount to 64 bits, which keeps it above or below every amount that a record can have. */
const within64Bits = (units: bigint): bigint => (units > largest ? largest : units < -largest ? -largest : units)

export const numberType: ValueType = {
  name: 'number',
  operators: orderedOperators,
  list: 'real',
  sums: true,
  bind: number,
}

export const integerType: ValueType = { ...numberType, name: 'integer', list: 'integer', bind: wholeNumber }

/** Option keys: a number or numeric text; an object with Key is the option it names. */
export const optionType: ValueType = {
  name: 'integer',
  operators: orderedOperators,
  list: 'integer',
  sums: false,
  bind: (literal, path) => wholeNumber(isObject(literal) ? member(literal, 'Key') : literal, path),
}

export const moneyType: ValueType = {
  name: 'money',
  operators: orderedOperators,
  list: 'text',
  sums: true,
  exact: true,
  bind: (literal, path) => {
    const value = isObject(literal) ? member(literal, 'Value') : literal
    if (typeof value !== 'number' && typeof value !== 'string') return wrong(path, 'an amount', literal)
    const units = parseDecimal(value, moneyScale)
    if (units !== null) return within64Bits(units)
    return refuse('InvalidValue', path, `${path} is compared with an amount of at most ${moneyScale} decimal places.`)
  },
}

export const flagType: ValueType = {
  name: 'flag',
  operators: equalityOperators,
  list: 'integer',
  sums: false,
  bind: (literal, path) => (typeof literal === 'boolean' ? Number(literal) : wrong(path, 'true or false', literal)),
}

function momentOf(literal: unknown, path: string, context: BindContext, timeZone: string): Moment {
  if (literal instanceof Moment) return literal
  const bare = isObject(literal) ? member(literal, 'Value') : literal
  if (typeof bare === 'string') {
    const moment = bare.startsWith('$') ? context.call(bare, path) : parseMoment(bare, timeZone)
    if (moment instanceof Moment) return moment
  }
  return refuse('InvalidValue', path, `${path} is compared with ${dateExample}, not ${excerpt(bare)}.`)
}

/** Epoch seconds. A date alone is that day in the reader's time zone; a date-time is one second. */
export const dateTimeType: ValueType = {
  name: 'datetime',
  operators: orderedOperators,
  list: 'integer',
  sums: false,
  bind: (literal, path, context) => {
    const { start, end } = momentOf(literal, path, context, context.timeZone)
    return { start, end }
  },
}

/** Days as `YYYY-MM-DD`, which sort as text. Functions use the reader's time zone, a literal is a day as written. */
export const dateType: ValueType = {
  name: 'date',
  operators: orderedOperators,
  list: 'text',
  sums: false,
  bind: (literal, path, context) => {
    const bare = isObject(literal) ? member(literal, 'Value') : literal
    const literalDay = typeof bare === 'string' && !bare.startsWith('$')
    const zone = literalDay ? 'UTC' : context.timeZone
    return dayPeriod(momentOf(literal, path, context, zone), zone)
  },
}

export const rateType: ValueType = {
  ...numberType,
  list: 'text',
  sums: false,
  exact: true,
  bind: (literal, path) => {
    const units = parseDecimal(number(literal, path), rateScale)
    if (units !== null) return within64Bits(units)
    return refuse('InvalidValue', path, `${path} is compared with a number of at most ${rateScale} decimal places.`)
  },
}
