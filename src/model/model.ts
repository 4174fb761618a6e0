// Builds the frozen model of a database: the built-in entities, and the fields that its administrators defined.
import type { Message } from '../base/errors.ts'
import { columnOf, type Entity } from '../entities/entity.ts'
import { entities } from '../entities/index.ts'
import type { Field } from '../fields/field.ts'
import { type Join, type Part, rootJoin } from '../fields/part.ts'
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
  readonly #parts = new Map<ModelField, Part>()

  constructor(entity: Entity, udfs: readonly Udf[]) {
    this.entity = entity
    this.udfs = udfs
    this.root = rootJoin(entity.table, entity.name)
    const own = fieldsOf(entity)
    const defined = udfs.map(userDefined)
    const fields = new Map<string, ModelField>()
    for (const f of own) {
      for (const spelling of [f.name, ...(f.field.traits.aliases ?? [])]) fields.set(spelling.toLowerCase(), f)
    }
    for (const f of defined) if (f.udf) for (const spelling of udfAliases(f.udf)) fields.set(spelling.toLowerCase(), f)
    this.fields = fields
    this.all = [...own, ...defined]
  }

  get name(): string {
    return this.entity.name
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

export class Model {
  /** Describes the rows of Schema, which are in memory and are no records. Not one of the entities. */
  readonly schema = plainEntity(schemaEntity)
  readonly udfs: readonly Udf[]
  readonly entities: readonly ModelEntity[]
  readonly #byName = new Map<string, ModelEntity>()

  constructor(udfs: readonly Udf[]) {
    this.udfs = udfs
    this.entities = entities.map(entity => {
      const own = udfs.filter(udf => udf.entity === entity.name)
      return own.length === 0 ? plainEntity(entity) : new ModelEntity(entity, own)
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
