// Compiles the access rules of an entity to the SQL condition that every query on its table carries.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { snakeCase } from '../base/text/names.ts'
import { type AccessRule, customLevels, isPersonal } from '../entities/entity.ts'
import { accessTable } from '../fields/kinds/sec-access.ts'
import type { Model } from '../model/model.ts'
import type { Dialect } from '../storage/dialect.ts'
import { all, any, type SqlCondition } from './combine.ts'

/** The caller. All but `admin` are values or placeholders, so one compiled statement serves every caller. */
interface Viewer {
  readonly admin: boolean
  readonly db: unknown
  readonly uid: unknown
  readonly principals: unknown
  /** The query reads the recycle bin, where the parent of a record may have been deleted together with the record. */
  readonly bin?: boolean
}

/** The modes of SecAccess lists, as their rows store them. */
const [reading, writing] = [1, 2] as const
type Mode = typeof reading | typeof writing
type HangsOn = AccessRule & { readonly rule: 'hangsOn' }
type Assigned = AccessRule & { readonly rule: 'assigned' }
type MixedParent = AccessRule & { readonly rule: 'mixedParent' }
type Personal = AccessRule & { readonly rule: 'personal' }

/** Whether the rule restricts the writes of the record's creator too. */
const bindsCreator = ({ rule }: AccessRule): boolean => rule === 'secAccess' || rule === 'partOf' || rule === 'personal'

const noRow = sql<SqlBool>`1 = 0`

const column = (alias: string, name: string): Expression<unknown> => sql.ref(`${alias}.${name}`)

const sameColumn = (alias: string, name: string, other: string, otherName: string): SqlCondition =>
  sql<SqlBool>`${column(alias, name)} = ${column(other, otherName)}`

/** `select 1 from table as alias where a and b and c`; a condition of null always holds. */
function rowOf(table: string, alias: string, conditions: readonly (SqlCondition | null)[]): RawBuilder<unknown> {
  const where = sql.join(
    conditions.filter(condition => condition !== null),
    sql` and `,
  )
  return sql`select 1 from ${sql.table(table)} as ${sql.id(alias)} where ${where}`
}

const exists = (...row: Parameters<typeof rowOf>): SqlCondition => sql<SqlBool>`exists (${rowOf(...row)})`

export class RowAccess {
  readonly #model: Model
  readonly #dialect: Dialect
  readonly #viewer: Viewer
  #aliases = 0
  /** The entities of the records that a condition goes through to the one at hand. */
  readonly #line: string[] = []

  constructor(model: Model, dialect: Dialect, viewer: Viewer) {
    this.#model = model
    this.#dialect = dialect
    this.#viewer = viewer
  }

  /** Returns the condition under which the viewer may read the row `alias` of the entity; null when no rule applies. */
  mayRead(entity: string, alias: string): SqlCondition | null {
    const { access: rules = [], adminReads } = this.#model.entity(entity).entity
    if (adminReads && !this.#viewer.admin) return noRow
    return all(rules.map(rule => this.#condition(rule, snakeCase(entity), alias, 1)))
  }

  get inBin(): boolean {
    return this.#viewer.bin === true
  }

  /** True when the viewer may read every live record of the entity. */
  sees(entity: string): boolean {
    return this.mayRead(entity, 'x') === null
  }

  /** Returns the condition for writing, which includes the condition for reading. */
  mayWrite(entity: string, alias: string): SqlCondition | null {
    return all([this.mayRead(entity, alias), this.#writes(entity, alias)])
  }

  /** Returns the condition for changing the row by a request, which some entities leave to administrators. */
  mayChange(entity: string, alias: string): SqlCondition | null {
    const { adminWrites } = this.#model.entity(entity).entity
    return adminWrites && !this.#viewer.admin ? noRow : this.mayWrite(entity, alias)
  }

  /**
   * Returns the conditions for writing in addition to those for reading: the rules that also restrict the creator, and for a
   * record that depends on others, that the viewer has created it or may write one of those.
   */
  #writes(entity: string, alias: string): SqlCondition | null {
    const rules = this.#model.entity(entity).entity.access ?? []
    const conditionOf = (rule: AccessRule) => this.#condition(rule, snakeCase(entity), alias, writing)
    const [strict, lenient] = [rules.filter(bindsCreator), rules.filter(rule => !bindsCreator(rule))]
    const parents = all(lenient.map(conditionOf))
    const created = sql<SqlBool>`${column(alias, 'creator')} = ${this.#viewer.uid}`
    return all([...strict.map(conditionOf), parents && any([created, parents])])
  }

  #condition(rule: AccessRule, table: string, alias: string, mode: Mode): SqlCondition | null {
    if (rule.rule === 'personal') return this.#personal(rule, alias, mode)
    if (this.#viewer.admin)
      return rule.rule === 'mixedParent' && mode === reading ? this.#personalParents(rule, alias) : null
    switch (rule.rule) {
      case 'secAccess':
        return this.#listed(rule.column, table, alias, mode)
      case 'assigned':
        return mode === writing ? null : this.#assigned(rule, alias)
      case 'own':
        return mode === writing ? null : sql<SqlBool>`${column(alias, rule.column)} = ${this.#viewer.uid}`
      case 'byCreator':
        return mode === reading ? null : noRow
      case 'parent':
      case 'partOf':
        return this.#leadsTo(rule.entity, alias, rule.column, alias, mode)
      case 'hangsOn':
        return mode === reading ? null : this.#hangsOn(rule, alias)
      case 'mixedParent':
        return this.#mixedParent(rule, alias, mode)
      case 'anyOf':
        return any(rule.lists.map(list => this.#anyIn(list.table, list.entity, alias, mode)))
    }
  }

  /** Restricts the reads of administrators too: personal records that are not shared are of no use to others. */
  #personal({ column: owner, shared, locked }: Personal, alias: string, mode: Mode): SqlCondition | null {
    if (mode === writing && this.#viewer.admin) return null
    const own = sql<SqlBool>`${column(alias, owner)} = ${this.#viewer.uid}`
    if (shared === undefined) return own
    const flagged = (flag: string, value: 0 | 1) => sql<SqlBool>`${column(alias, flag)} = ${sql.lit(value)}`
    const open = flagged(shared, 1)
    if (mode === reading || locked === undefined) return any([own, open])
    return any([own, sql<SqlBool>`(${open} and ${flagged(locked, 0)})`])
  }

  /** Holds for the assignee and the creator, and for viewers from whom no record is hidden that it is about, live or deleted. */
  #assigned({ column: assignee, about }: Assigned, alias: string): SqlCondition | null {
    const shown = all(about.map(({ column: key, entity }) => this.#notHidden(entity, alias, key)))
    if (shown === null) return null
    const isViewer = (name: string) => sql<SqlBool>`${column(alias, name)} = ${this.#viewer.uid}`
    return any([isViewer(assignee), isViewer('creator'), shown])
  }

  #notHidden(entity: string, alias: string, key: string): SqlCondition | null {
    const record = this.#alias()
    const allowed = this.mayRead(entity, record)
    if (allowed === null) return null
    const hidden = exists(snakeCase(entity), record, [
      this.#ofTenant(record),
      sameColumn(record, 'id', alias, key),
      sql<SqlBool>`not (${allowed})`,
    ])
    return sql<SqlBool>`not ${hidden}`
  }

  /** Holds when the key refers to no record of the entity, or to one that the viewer may write. */
  #hangsOn({ entity, column: key, kind }: HangsOn, alias: string): SqlCondition | null {
    const writable = this.#leadsTo(entity, alias, key, alias, writing)
    if (writable === null) return null
    const empty = sql<SqlBool>`${column(alias, key)} is null`
    const other = kind === undefined ? [] : [sql<SqlBool>`${column(alias, kind)} <> ${sql.lit(entity)}`]
    return any([empty, ...other, writable])
  }

  /** Records whose list for the mode is empty are open to everyone; the others name the principals that they admit. */
  #listed(flag: string, table: string, alias: string, mode: Mode): SqlCondition {
    const list = this.#alias()
    const open = sql<SqlBool>`${column(alias, `${flag}_${mode === reading ? 'read' : 'write'}`)} = 0`
    const named = rowOf(accessTable(table), list, [
      this.#ofTenant(list),
      sameColumn(list, 'owner', alias, 'id'),
      sql<SqlBool>`${column(list, 'mode')} = ${sql.lit(mode)}`,
      this.#dialect.inList(column(list, 'principal'), this.#viewer.principals, 'text'),
    ])
    return any([open, this.#dialect.existsPerRow(named)])
  }

  /** Holds when the reader of the row `child` finds the row `alias`: it is live, or deleted together with `child`. */
  there(alias: string, child: string | null): SqlCondition {
    const live = this.#dialect.notDeletedByKey(column(alias, 'deleted'))
    if (!this.#viewer.bin || child === null) return live
    return any([live, sameColumn(alias, 'deleted', child, 'deleted')])
  }

  /**
   * Holds when `idColumn` of the row `holder` refers to a record of the entity that the viewer may read and that the reader of
   * the row `child` finds; for writing, to one whose own conditions for writing hold. Null when they hold for everyone.
   */
  #leadsTo(entity: string, holder: string, idColumn: string, child: string, mode: Mode): SqlCondition | null {
    // Only records of CustomChild belong to others of their own entity, over so many levels.
    if (this.#line.filter(name => name === entity).length === customLevels) return noRow
    const parent = this.#alias()
    this.#line.push(entity)
    const allowed = mode === reading ? this.mayRead(entity, parent) : this.#writes(entity, parent)
    this.#line.pop()
    if (allowed === null) return null
    return exists(snakeCase(entity), parent, [
      this.#ofTenant(parent),
      sameColumn(parent, 'id', holder, idColumn),
      mode === reading ? this.there(parent, child) : null,
      allowed,
    ])
  }

  /** A mixed key names the entity of its record, whose rule decides. */
  #mixedParent(
    { column: prefix, entities, open: openKinds = [] }: MixedParent,
    alias: string,
    mode: Mode,
  ): SqlCondition {
    const kind = column(alias, `${prefix}_kind`)
    const open: string[] = [...openKinds]
    const guarded: SqlCondition[] = []
    for (const entity of entities) {
      const allowed = this.#leadsTo(entity, alias, `${prefix}_id`, alias, mode)
      if (allowed === null) open.push(entity)
      else guarded.push(sql<SqlBool>`(${kind} = ${sql.lit(entity)} and ${allowed})`)
    }
    if (open.length > 0) guarded.push(sql<SqlBool>`${kind} in (${sql.join(open.map(entity => sql.lit(entity)))})`)
    return any(guarded)
  }

  /** Administrators read all rows but those of personal records that they may not read, live or deleted. */
  #personalParents({ column: prefix, entities }: MixedParent, alias: string): SqlCondition | null {
    const personal = entities.filter(name => isPersonal(this.#model.entity(name).entity))
    return all(
      personal.map(entity => {
        const parent = this.#alias()
        const other = sql<SqlBool>`${column(alias, `${prefix}_kind`)} <> ${sql.lit(entity)}`
        const readable = exists(snakeCase(entity), parent, [
          this.#ofTenant(parent),
          sameColumn(parent, 'id', alias, `${prefix}_id`),
          this.mayRead(entity, parent),
        ])
        return any([other, readable])
      }),
    )
  }

  /** A row of the side table belongs to the record and refers to a record that the viewer may read, or write. */
  #anyIn(table: string, entity: string, alias: string, mode: Mode): SqlCondition {
    const item = this.#alias()
    return exists(table, item, [
      this.#ofTenant(item),
      sameColumn(item, 'owner', alias, 'id'),
      this.#leadsTo(entity, item, 'item', alias, mode),
    ])
  }

  /** See Dialect.search and sql-scope.ts: each row of a statement is compared with the tenant itself. */
  #ofTenant(alias: string): SqlCondition {
    return sql<SqlBool>`${column(alias, 'db')} = ${this.#viewer.db}`
  }

  #alias(): string {
    return `x${++this.#aliases}`
  }
}
