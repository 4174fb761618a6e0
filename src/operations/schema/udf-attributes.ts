// Checks the Attributes of a user-defined field against those that its Type allows.
import type { Problems, Suggest } from '../../base/errors.ts'
import { isObject, nameOf } from '../../base/text/json.ts'

type Rule = { readonly flag: true } | { readonly min: number; readonly max: number }

const flag: Rule = { flag: true }

const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  StringField: { MaxLength: { min: 1, max: 32_000 }, MultiLine: flag },
  NumericField: { DecimalPlaces: { min: 0, max: 10 } },
  IntegerField: {},
  CurrencyField: {},
  BooleanField: {},
  DateTimeField: { Date: flag, Time: flag },
  'EnumField<StringItem>': { MultiSelect: flag, YesNo: flag },
}

/** `["MultiSelect"]` is short for `{"MultiSelect": true}`. */
export function readAttributes(
  value: unknown,
  type: string,
  path: string,
  problems: Problems,
): Record<string, unknown> | undefined {
  const sent = Array.isArray(value) ? Object.fromEntries(value.map(name => [String(name), true])) : (value ?? {})
  if (!isObject(sent)) {
    problems.add('WrongType', path, `${path} takes an object, not ${nameOf(value)}.`)
    return undefined
  }
  const known = rules[type] ?? {}
  const attributes: Record<string, unknown> = {}
  for (const [spelling, given] of Object.entries(sent)) {
    const here = `${path}.${spelling}`
    const name = Object.keys(known).find(n => n.toLowerCase() === spelling.toLowerCase())
    const rule = name === undefined ? undefined : known[name]
    if (name === undefined || rule === undefined) {
      // A missing Type is a problem already.
      if (type !== '')
        problems.add('UnknownField', here, s => `A ${type} has no attribute ${spelling}.${hint(spelling, known, s)}`)
    } else if (given === null) continue
    else if (fits(given, rule)) attributes[name] = given
    else problems.add('InvalidValue', here, `${here} is ${expected(rule)}.`)
  }
  return attributes
}

const hint = (spelling: string, known: Readonly<Record<string, Rule>>, suggest: Suggest): string => {
  const names = Object.keys(known)
  return names.length === 0 ? '' : `${suggest(spelling, names)} It has ${names.join(', ')}.`
}

const fits = (value: unknown, rule: Rule): boolean =>
  'flag' in rule
    ? typeof value === 'boolean'
    : typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max

const expected = (rule: Rule): string =>
  'flag' in rule ? 'true or false' : `a whole number from ${rule.min} to ${rule.max}`
