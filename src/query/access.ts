// Who may see and change a record, as one condition that every query on its table carries.
import { type Expression, type SqlBool, sql } from 'kysely'
import { snakeCase } from '../base/names.ts'
import type { AccessRule } from '../entities/entity.ts'
import { accessTable } from '../fields/kinds/sec-access.ts'
import type { Model } from '../model/model.ts'
import type { Dialect } from '../storage/dialect.ts'
import { all, any, type SqlCondition } from './combine.ts'

/** Who asks. `uid` and `principals` are values or holes, so that one compiled text serves everybody. */
export interface Viewer {
  readonly admin: boolean
  readonly uid: unknown
  readonly principals: unknown
  /** Looks into the recycle bin, where what a record belongs to may have been deleted together with it. */
  readonly bin?: boolean
}

const column = (alias: string, name: string): Expression<unknown> => sql.ref(`${alias}.${name}`)

export class RowAccess {
  readonly #model: Model
  readonly #dialect: Dialect
  readonly #viewer: Viewer
  #aliases = 0

  constructor(model: Model, dialect: Dialect, viewer: Viewer) {
    this.#model = model
    this.#dialect = dialect
    this.#viewer = viewer
  }

  /** The condition under which the viewer may read the row `alias` of the entity; null when nothing stands in the way. */
  mayRead(entity: string, alias: string): SqlCondition | null {
    const rules = this.#model.entity(entity).entity.access ?? []
    return all(rules.map(rule => this.#condition(rule, snakeCase(entity), alias, 1)))
  }

  /** The viewer sees every live record of the entity. */
  sees(entity: string): boolean {
    return this.mayRead(entity, 'x') === null
  }

  /** Writing needs reading too. */
  mayWrite(entity: string, alias: string): SqlCondition | null {
    const rules = this.#model.entity(entity).entity.access ?? []
    const writes = rules.filter(rule => rule.rule === 'secAccess')
    return all([this.mayRead(entity, alias), ...writes.map(rule => this.#condition(rule, snakeCase(entity), alias, 2))])
  }

  #condition(rule: AccessRule, table: string, alias: string, mode: 1 | 2): SqlCondition | null {
    if (this.#viewer.admin) return null
    switch (rule.rule) {
      case 'secAccess':
        return this.#listed(rule.column, table, alias, mode)
      case 'own':
        return sql<SqlBool>`${column(alias, rule.column)} = ${this.#viewer.uid}`
      case 'parent':
        return this.#readable(rule.entity, column(alias, 'db'), column(alias, rule.column), alias)
      case 'mixedParent':
        return this.#mixedParent(rule.column, rule.entities, alias)
      case 'anyOf':
        return any(rule.lists.map(list => this.#anyIn(list.table, list.entity, alias)))
    }
  }

  #listed(flag: string, table: string, alias: string, mode: 1 | 2): SqlCondition {
    const s = this.#alias()
    const open = sql<SqlBool>`${column(alias, `${flag}_${mode === 1 ? 'read' : 'write'}`)} = 0`
    const named = sql<SqlBool>`exists (select 1 from ${sql.table(accessTable(table))} as ${sql.id(s)} where ${column(s, 'db')} = ${column(alias, 'db')} and ${column(s, 'owner')} = ${column(alias, 'id')} and ${column(s, 'mode')} = ${sql.lit(mode)} and ${this.#dialect.inList(column(s, 'principal'), this.#viewer.principals, 'text')}${this.#dialect.rowByRow})`
    return any([open, named])
  }

  /** The row `alias` is there for the reader of `child`: it is live, or in the bin by the same deletion. */
  there(alias: string, child: string | null): SqlCondition {
    const live = this.#dialect.isNullAside(column(alias, 'deleted'))
    if (!this.#viewer.bin || child === null) return live
    return any([live, sql<SqlBool>`${column(alias, 'deleted')} = ${column(child, 'deleted')}`])
  }

  /** A live record of the entity with this id that the viewer may read; always true where everyone may read them all. */
  #readable(entity: string, db: Expression<unknown>, id: Expression<unknown>, child: string): SqlCondition | null {
    const p = this.#alias()
    const inner = this.mayRead(entity, p)
    if (inner === null) return null
    const there = sql`${column(p, 'db')} = ${db} and ${column(p, 'id')} = ${id} and ${this.there(p, child)}`
    return sql<SqlBool>`exists (select 1 from ${sql.table(snakeCase(entity))} as ${sql.id(p)} where ${there} and ${inner})`
  }

  #mixedParent(prefix: string, entities: readonly string[], alias: string): SqlCondition {
    const open: string[] = []
    const guarded: SqlCondition[] = []
    for (const entity of entities) {
      const inner = this.#readable(entity, column(alias, 'db'), column(alias, `${prefix}_id`), alias)
      if (inner === null) open.push(entity)
      else guarded.push(sql<SqlBool>`(${column(alias, `${prefix}_kind`)} = ${sql.lit(entity)} and ${inner})`)
    }
    const kind = column(alias, `${prefix}_kind`)
    if (open.length > 0) guarded.push(sql<SqlBool>`${kind} in (${sql.join(open.map(entity => sql.lit(entity)))})`)
    return any(guarded)
  }

  #anyIn(table: string, entity: string, alias: string): SqlCondition {
    const l = this.#alias()
    const inner = this.#readable(entity, column(l, 'db'), column(l, 'item'), alias)
    const mine = sql`${column(l, 'db')} = ${column(alias, 'db')} and ${column(l, 'owner')} = ${column(alias, 'id')}`
    return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as ${sql.id(l)} where ${inner === null ? mine : sql`${mine} and ${inner}`})`
  }

  #alias(): string {
    return `x${++this.#aliases}`
  }
}
