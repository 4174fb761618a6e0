// Turns a row that defines a user-defined field into a field like any other.
import type { Field, Traits } from '../fields/field.ts'
import { date, dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { corporateMoney } from '../fields/kinds/money.ts'
import { integer, number } from '../fields/kinds/number.ts'
import { text } from '../fields/kinds/text.ts'
import { udfOptions } from '../fields/kinds/udf-options.ts'
import type { Join } from '../fields/part.ts'

export interface Udf {
  readonly typeId: number
  readonly entity: string
  readonly name: string
  readonly tag: string | null
  readonly type: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly appliesTo: readonly string[]
  readonly inactive: boolean
  readonly description: string | null
  readonly requestedBy: string | null
  readonly alwaysMandatory: boolean
  /** A condition in the SearchQuery language, evaluated on the payload. */
  readonly mandatoryRule: unknown
  /** Its folder; null in the root. */
  readonly folder: { readonly id: string; readonly path: string } | null
}

export const udfTypes = [
  'StringField',
  'NumericField',
  'IntegerField',
  'CurrencyField',
  'BooleanField',
  'DateTimeField',
  'EnumField<StringItem>',
] as const

export const udfList = (typeId: number): string => `Udf.${typeId}`

/** The field, and its column in the value table. */
export function udfField(udf: Udf): { field: Field; column: string } {
  const traits: Traits = {
    doc: udf.description ?? '',
    ...(udf.appliesTo.length > 0 ? { appliesTo: udf.appliesTo } : {}),
  }
  const attribute = (name: string): unknown => udf.attributes[name]
  const whole = (name: string, fallback: number): number =>
    typeof attribute(name) === 'number' ? (attribute(name) as number) : fallback
  switch (udf.type) {
    case 'NumericField':
      return { field: number({ ...traits, decimalPlaces: whole('DecimalPlaces', 10) }), column: 'number' }
    case 'IntegerField':
      return { field: integer(traits), column: 'whole' }
    case 'CurrencyField':
      return { field: corporateMoney(traits), column: 'amount' }
    case 'BooleanField':
      return { field: flag(traits), column: 'whole' }
    case 'DateTimeField':
      // Without a time of day it is a date.
      return attribute('Date') === true && attribute('Time') !== true
        ? { field: date(traits), column: 'day' }
        : { field: dateTime(traits), column: 'whole' }
    case 'EnumField<StringItem>':
      return {
        field: udfOptions({
          ...traits,
          list: udfList(udf.typeId),
          typeId: udf.typeId,
          many: attribute('MultiSelect') === true,
        }),
        column: 'whole',
      }
    default:
      return { field: text({ ...traits, max: whole('MaxLength', 255) }), column: 'text' }
  }
}

export const udfJoin = (from: Join, typeId: number): Join => ({
  path: from.path === '' ? `udf${typeId}` : `${from.path}.udf${typeId}`,
  from,
  table: 'udf_value',
  lookUp: true,
  on: [
    { column: 'db', equals: { from: 'db' } },
    { column: 'owner', equals: { from: 'id' } },
    { column: 'type_id', equals: { constant: typeId } },
  ],
})

/** Finds a definition by a spelling: `Udf/$TYPEID(7)`, `Udf/$NAME(Size)`, `Udf/$TAG(size)`. */
export function findUdf(udfs: readonly Udf[], spelling: string): Udf | undefined {
  const match = /^\$(TYPEID|NAME|TAG)\((.*)\)$/i.exec(spelling.trim())
  if (!match) return undefined
  const [way, wanted] = [(match[1] as string).toUpperCase(), (match[2] as string).trim()]
  if (way === 'TYPEID') return udfs.find(udf => String(udf.typeId) === wanted)
  if (way === 'TAG') return udfs.find(udf => udf.tag?.trim().toLowerCase() === wanted.toLowerCase())
  const named = udfs.filter(udf => [fullName(udf), udf.name].some(name => name.toLowerCase() === wanted.toLowerCase()))
  // A name without its folder is enough if only one field has it. Fields of different custom entities may have one name.
  const exact = named.filter(udf => fullName(udf).toLowerCase() === wanted.toLowerCase())
  const [only, ...others] = exact.length > 0 ? exact : named
  return others.length === 0 ? only : undefined
}

/** The name with the path of its folder, with backslashes. */
const fullName = ({ folder, name }: Udf): string => (folder ? `${folder.path}\\${name}` : name)

export const udfPath = (udf: Udf): string => `Udf/$TYPEID(${udf.typeId})`

export const udfAliases = (udf: Udf): string[] => [
  udfPath(udf),
  `Udf/$NAME(${fullName(udf)})`,
  ...(udf.tag === null ? [] : [`Udf/$TAG(${udf.tag})`]),
]
