// Builds the frozen model of a database: the built-in entities, and the fields that its administrators defined.
import type { Message } from '../base/errors.ts'
import { columnOf, type Entity, type RecordRow } from '../entities/entity.ts'
import { entities } from '../entities/index.ts'
import type { Field } from '../fields/field.ts'
import { type Join, type Part, rootJoin } from '../fields/part.ts'
import { type CustomKind, customType } from './custom-kinds.ts'
import { schemaEntity } from './schema-entity.ts'
import { listTableOf } from './tables.ts'
import { findUdf, type Udf, udfAliases, udfField, udfJoin, udfPath } from './udf.ts'

export interface ModelField {
  /** As the API spells it: `CompanyName`, `Udf/$TYPEID(7)`. */
  readonly name: string
  readonly field: Field
  readonly column: string
  readonly listTable: string
  readonly udf: Udf | null
  part(join: Join): Part
}

export class ModelEntity {
  readonly entity: Entity
  readonly udfs: readonly Udf[]
  /** Fields and aliases by lower-case name. */
  readonly fields: ReadonlyMap<string, ModelField>
  /** Each field once, in the order of the entity file, UDFs last. */
  readonly all: readonly ModelField[]
  readonly root: Join
  /** The Types of its records, when there are several: those of the product, or the custom entities of the database. */
  readonly types: readonly string[]
  /** The custom entities whose records it has. */
  readonly kinds: readonly CustomKind[]
  readonly #typeOfKind: ReadonlyMap<unknown, string>
  readonly #parts = new Map<ModelField, Part>()

  constructor(entity: Entity, udfs: readonly Udf[], kinds: readonly CustomKind[] = []) {
    this.entity = entity
    this.udfs = udfs
    this.kinds = kinds
    this.#typeOfKind = new Map(kinds.map(kind => [kind.id, customType(kind)]))
    this.types = entity.typedBy === undefined ? (entity.types ?? []) : kinds.map(customType)
    this.root = rootJoin(entity.table, entity.name)
    const own = fieldsOf(entity)
    const defined = udfs.map(userDefined)
    const fields = new Map<string, ModelField>()
    for (const f of own) {
      for (const spelling of [f.name, ...(f.field.traits.aliases ?? [])]) fields.set(spelling.toLowerCase(), f)
    }
    for (const [spelling, f] of unambiguous(defined)) fields.set(spelling, f)
    this.fields = fields
    this.all = [...own, ...defined]
  }

  get name(): string {
    return this.entity.name
  }

  /** The Type of a record, in an entity that has several; undefined while it is unknown. */
  typeOf(row: RecordRow): string | undefined {
    const { types, typedBy } = this.entity
    if (typedBy !== undefined) return this.#typeOfKind.get(row[typedBy])
    return types && typeof row.type === 'string' ? row.type : undefined
  }

  /** The part of a field of the records of this entity; it is made once. */
  partOf(field: ModelField): Part {
    return this.#parts.getOrInsertComputed(field, () => field.part(this.root))
  }

  field(name: string): ModelField | undefined {
    const known = this.fields.get(name.toLowerCase())
    if (known || !/^udf\//i.test(name)) return known
    const udf = findUdf(this.udfs, name.slice(4))
    return udf && this.fields.get(udfPath(udf).toLowerCase())
  }

  /** The message for a name that is no field of this entity. */
  unknownField(name: string): Message {
    return suggest => {
      const known = this.all.map(f => f.name)
      return `There is no field ${name} in ${this.name}.${suggest(name, known)}`
    }
  }
}

/** User-defined fields by their spellings in lower case; a name that several custom entities use is a spelling of none. */
function unambiguous(fields: readonly ModelField[]): Map<string, ModelField> {
  const found = new Map<string, ModelField>()
  const ambiguous = new Set<string>()
  for (const field of fields) {
    for (const spelling of field.udf ? udfAliases(field.udf) : []) {
      const name = spelling.toLowerCase()
      if (found.has(name)) ambiguous.add(name)
      found.set(name, field)
    }
  }
  for (const name of ambiguous) found.delete(name)
  return found
}

const knownFields = new WeakMap<Entity, readonly ModelField[]>()

/** The built-in fields of an entity, which the models of all databases share. */
const fieldsOf = (entity: Entity): readonly ModelField[] =>
  knownFields.getOrInsertComputed(entity, () =>
    Object.entries(entity.fields).map(([name, field]) => builtIn(entity, name, field)),
  )

const knownEntities = new WeakMap<Entity, ModelEntity>()

/** An entity without user-defined fields, which all models share. */
const plainEntity = (entity: Entity): ModelEntity =>
  knownEntities.getOrInsertComputed(entity, () => new ModelEntity(entity, []))

const builtIn = (entity: Entity, name: string, field: Field): ModelField => {
  const column = columnOf(name, field)
  const listTable = listTableOf(entity, column)
  return {
    name,
    field,
    column,
    listTable,
    udf: null,
    part: join => withDriver(field.part({ name, join, column, listTable }), field),
  }
}

const userDefined = (udf: Udf): ModelField => {
  const { field, column } = udfField(udf)
  const name = udfPath(udf)
  return {
    name,
    field,
    column,
    listTable: 'udf_item',
    udf,
    part: join => field.part({ name, join: udfJoin(join, udf.typeId), column, listTable: 'udf_item' }),
  }
}

const withDriver = (part: Part, field: Field): Part =>
  field.traits.driver === undefined ? part : { ...part, driver: field.traits.driver }

/** Those whose records are of the entity: the ones with a parent are of CustomChild. */
const kindsOf = ({ name }: Entity, kinds: readonly CustomKind[]): CustomKind[] =>
  kinds.filter(({ parent }) => (parent === null) === (name === 'Custom'))

export class Model {
  /** Describes the rows of Schema, which are in memory and are no records. Not one of the entities. */
  readonly schema = plainEntity(schemaEntity)
  readonly udfs: readonly Udf[]
  readonly customKinds: readonly CustomKind[]
  readonly entities: readonly ModelEntity[]
  readonly #byName = new Map<string, ModelEntity>()

  constructor(udfs: readonly Udf[], customKinds: readonly CustomKind[] = []) {
    this.udfs = udfs
    this.customKinds = customKinds
    this.entities = entities.map(entity => {
      const own = udfs.filter(udf => udf.entity === entity.name)
      const kinds = entity.typedBy === undefined ? [] : kindsOf(entity, customKinds)
      return own.length === 0 && kinds.length === 0 ? plainEntity(entity) : new ModelEntity(entity, own, kinds)
    })
    for (const e of this.entities) {
      for (const spelling of [e.name, ...(e.entity.aliases ?? [])]) this.#byName.set(spelling.toLowerCase(), e)
    }
  }

  find(name: string): ModelEntity | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  /** Finds what a member of a request names: an entity, or Schema. */
  findMember(name: string): ModelEntity | undefined {
    return name.toLowerCase() === 'schema' ? this.schema : this.find(name)
  }

  /** Returns a built-in entity, which always exists. */
  entity(name: string): ModelEntity {
    const found = this.find(name)
    if (!found) throw new Error(`There is no entity ${name}`)
    return found
  }
}
