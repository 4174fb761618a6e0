// Builds the schemas of a field: its value in answers, its value in writes, its selector, and its condition.
import type { PartFacts, ValueKind } from '../contracts/part-facts.ts'
import type { OperatorName, ValueType } from '../fields/value-type.ts'
import { operators as allOperators } from '../query/operators/index.ts'
import { anything, either, listOf, object, openObject, orNull, ref, type Schema } from './schema.ts'
import { structureNames, structureOf } from './structures.ts'

const kinds: Readonly<Record<ValueKind, Schema>> = {
  text: { type: 'string' },
  key: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  money: { type: 'number' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  flag: { type: 'boolean' },
  object: openObject,
  any: anything,
}

/** A write takes dates in several forms, and a date alone for a date-time. */
const writtenKinds: Readonly<Record<ValueKind, Schema>> = { ...kinds, date: kinds.text, datetime: kinds.text }

/** The operand of a criterion: dates may be functions such as `$TODAY()`, options are keys or numbers. */
const literals: Readonly<Record<ValueType['name'], Schema>> = {
  text: { type: ['string', 'null'] },
  key: { type: ['string', 'object', 'null'] },
  integer: { type: ['number', 'string', 'object', 'null'] },
  number: { type: ['number', 'string', 'null'] },
  money: { type: ['number', 'string', 'object', 'null'] },
  date: { type: ['string', 'null'] },
  datetime: { type: ['string', 'null'] },
  flag: { type: ['boolean', 'null'] },
}

/** The selector of a field without sub-fields. */
const selected: Schema = { enum: [1, true, '1', 0, false, '0'], description: '1 takes the field, 0 leaves it out.' }

/** The four faces of a structure that have schemas of their own. */
type Face = 'value' | 'written' | 'selector' | 'condition'

const suffixes: Readonly<Record<Face, string>> = {
  value: '',
  written: 'Written',
  selector: 'Selector',
  condition: 'Condition',
}

export class FieldSchemas {
  /** Schemas by name, for the components of the document. */
  readonly named = new Map<string, Schema>([['Selected', selected]])
  readonly #names = structureNames()

  value = (facts: PartFacts): Schema => this.#shared('value', facts, () => this.#value(facts))

  written = (facts: PartFacts): Schema => this.#shared('written', facts, () => this.#written(facts))

  selector = (facts: PartFacts): Schema => this.#shared('selector', facts, () => this.#selector(facts))

  condition = (facts: PartFacts): Schema => this.#shared('condition', facts, () => this.#condition(facts))

  /** The value of a field whose keys are known: the key, or the item as an object. */
  optionValue(facts: PartFacts, key: Schema): Schema {
    const parts = this.#itemOf(facts)
    const one = either([key, parts])
    if (facts.isList) return orNull(listOf(one))
    return either([key, parts, ...(facts.asArray ? [listOf(parts)] : []), { type: 'null' }])
  }

  /** An item as an object, which fields of one structure share. */
  #itemOf(facts: PartFacts): Schema {
    const structure = this.#names.get(structureOf(facts))
    const item = this.#objectOf(facts, this.value)
    if (structure === undefined) return item
    this.named.set(`${structure}Item`, item)
    return ref(`${structure}Item`)
  }

  /** The same in a write, which takes the key, `{Key}`, or a list of one. */
  optionWritten(facts: PartFacts, key: Schema): Schema {
    const one = either([key, object({ Key: key })])
    return facts.isList ? either([listOf(one), one, { type: 'null' }]) : either([one, { type: 'null' }])
  }

  #shared(face: Face, facts: PartFacts, make: () => Schema): Schema {
    const structure = this.#names.get(structureOf(facts))
    if (structure === undefined) return make()
    const name = `${structure}${suffixes[face]}`
    if (!this.named.has(name)) {
      // Registered before it is built, since a structure may contain itself.
      this.named.set(name, anything)
      this.named.set(name, make())
    }
    return ref(name)
  }

  #value(facts: PartFacts): Schema {
    const { reads, isList, asArray, parts, record } = facts
    const scalars = reads.filter(kind => kind !== 'object').map(kind => kinds[kind])
    const hasParts = parts.length > 0 || record !== null
    const inner = hasParts ? [this.#objectOf(facts, this.value)] : reads.includes('object') ? [openObject] : []
    if (isList) return orNull(listOf(either([...scalars, ...inner])))
    return either([...scalars, ...inner, ...(asArray ? inner.map(one => listOf(one)) : []), { type: 'null' }])
  }

  /** A bare value, or an object of sub-fields; a list takes one element without its brackets. */
  #written(facts: PartFacts): Schema {
    const { writes, isList, parts } = facts
    const scalars = (writes ?? []).filter(kind => kind !== 'object').map(kind => writtenKinds[kind])
    const writable = parts.filter(part => part.writes !== null)
    const inner = Object.fromEntries(writable.map(part => [part.name, this.#subWritten(part)]))
    const objects = writes?.includes('object') ? [object(inner)] : []
    const one = [...scalars, ...objects]
    return either([...(isList ? [listOf(either(one))] : []), ...one, { type: 'null' }])
  }

  /** Sub-fields of sub-fields are rarely written, so they are not spelled out. */
  #subWritten = ({ writes, isList }: PartFacts): Schema => {
    const one = either((writes ?? []).map(kind => writtenKinds[kind]))
    return isList ? either([listOf(one), one, { type: 'null' }]) : either([one, { type: 'null' }])
  }

  #selector(facts: PartFacts): Schema {
    if (facts.parts.length === 0 && facts.record === null) return ref('Selected')
    const inner = this.#objectOf(facts, this.selector, 'Selector')
    const asList = facts.isList || facts.asArray ? [listOf(inner, { minItems: 1, maxItems: 1 })] : []
    return either([ref('Selected'), inner, ...asList])
  }

  #condition(facts: PartFacts): Schema {
    const compared = facts.compared ? [this.#comparison(facts.compared)] : []
    const hasParts = facts.parts.some(part => part.compared !== null) || facts.record !== null
    const inner = hasParts ? [this.#objectOf(facts, this.condition, 'Condition', part => part.compared !== null)] : []
    return compared.length + inner.length === 0 ? openObject : either([...compared, ...inner])
  }

  /** The sub-fields as an object; a record has the fields of its entity besides. */
  #objectOf(
    { parts, record }: PartFacts,
    schemaOf: (part: PartFacts) => Schema,
    suffix = '',
    wanted: (part: PartFacts) => boolean = part => part.reads.length > 0,
  ): Schema {
    const own = parts.filter(part => wanted(part) && !(record !== null && part.name === 'Key'))
    const properties = Object.fromEntries(own.map(part => [part.name, schemaOf(part)]))
    if (record === null) return object(properties)
    const fields = ref(`${record}${suffix}`)
    return own.length === 0 ? fields : { allOf: [fields, object(properties)] }
  }

  /** A bare value means `$EQ`, a list `$IN`; otherwise the operators that the field takes. */
  #comparison({ type, operators }: NonNullable<PartFacts['compared']>): Schema {
    const name = comparisonName(type, operators)
    if (!this.named.has(name)) {
      const literal = literals[type]
      const members = operators.map(operator => [operator, operatorSchema(operator, literal)] as const)
      this.named.set(name, either([literal, listOf(literal), object(Object.fromEntries(members))]))
    }
    return ref(name)
  }
}

const comparisonName = (type: string, operators: readonly OperatorName[]): string => {
  const pattern = operators.includes('$LIKE') || type !== 'text' ? '' : 'Code'
  const known = type === 'integer' && !operators.includes('$GT') ? 'Name' : ''
  const all = operators.includes('$ALL') ? 'List' : ''
  return `${type === 'datetime' ? 'DateTime' : type[0]?.toUpperCase() + type.slice(1)}${pattern}${known}${all}Comparison`
}

function operatorSchema(operator: OperatorName, literal: Schema): Schema {
  const description = allOperators.get(operator)?.doc
  switch (operator) {
    case '$LIKE':
    case '$NLIKE':
      return { type: 'string', description }
    case '$RANGE':
    case '$NRANGE':
      return { ...listOf(literal, { minItems: 2, maxItems: 2 }), description }
    case '$IN':
    case '$NIN':
    case '$ALL':
      return { ...listOf(literal), description }
    default:
      return { ...literal, description }
  }
}
