// Creates the common base of plans over a table: names, viewer, and the conditions that every statement has.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Problems } from '../../base/errors.ts'
import type { Model, ModelEntity } from '../../model/model.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { type CompiledText, compileText } from '../../storage/statement.ts'
import { RowAccess } from '../access.ts'
import { all, type SqlCondition, truth } from '../combine.ts'
import type { Condition } from '../parse/condition.ts'
import { compileCondition } from './compile-condition.ts'
import { driverCheck } from './drivers.ts'
import type { LeadingPhrase } from './leading-phrase.ts'
import {
  binSincePlaceholder,
  Conversions,
  dbPlaceholder,
  principalsPlaceholder,
  uidPlaceholder,
} from './placeholders.ts'
import { FieldBudget } from './selection.ts'
import { isByKey } from './selectivity.ts'
import { newStatement, SqlScope } from './sql-scope.ts'

/** Everything that the text of a statement depends on. */
export interface ReadShape {
  readonly model: Model
  readonly entity: ModelEntity
  readonly dialect: Dialect
  readonly admin: boolean
  readonly drivers: ReadonlySet<string>
  /** The recycle bin instead of the live records. */
  readonly deleted: boolean
  readonly condition: Condition
  readonly fields: unknown
  readonly order: unknown
}

/** Compiles the SELECT of a plan. It always has a limit; its placeholder marks the tenant. */
export const compileSelect = (query: RawBuilder<unknown>, { dynamicBuilder }: Dialect, quick: boolean): CompiledText =>
  compileText({ compile: () => query.compile(dynamicBuilder) }, { reads: true, limited: true, genericPlan: quick })

/** The context in which every plan resolves names: the model, the drivers that were sent, and the list of problems. */
export function namesOf(
  { model, entity, drivers }: Pick<ReadShape, 'model' | 'entity' | 'drivers'>,
  problems: Problems,
  leading: LeadingPhrase | null = null,
) {
  const requireDriver = driverCheck(drivers, problems)
  if (entity.entity.readDriver) requireDriver(entity.entity.readDriver, '', `Reading ${entity.name}`)
  return { model, entity, conversions: new Conversions(), problems, requireDriver, leading, budget: new FieldBudget() }
}

export function beginPlan(
  shape: ReadShape,
  problems: Problems,
  leading: LeadingPhrase | null = null,
  unindexed?: ReadonlySet<string>,
) {
  const { model, entity, dialect } = shape
  const viewer = {
    admin: shape.admin,
    db: dbPlaceholder,
    uid: uidPlaceholder,
    principals: principalsPlaceholder,
    bin: shape.deleted,
  }
  const access = new RowAccess(model, dialect, viewer)
  const scope = new SqlScope(newStatement(dialect, access, readsCommonRows(shape)), entity.entity.table, unindexed)
  const plan = namesOf(shape, problems, leading)
  const condition = compileCondition(shape.condition, scope, plan)
  const narrowing = [access.mayRead(entity.name, scope.root), condition === truth ? null : condition]
  return {
    plan,
    scope,
    where: [...baseConditions(shape, scope, leading !== null), ...narrowing],
    /** Every live record of the database matches, except for the leading phrase. */
    open: all(narrowing) === null,
  }
}

/** Whether the Read also returns rows that belong to no tenant. */
export const readsCommonRows = ({ entity, admin }: ReadShape): boolean => entity.entity.commonRows === true && admin

/** The conditions on the database and the recycle bin, which every plan adds to its queries, like the access rule. */
function baseConditions(shape: ReadShape, { root }: SqlScope, byKey: boolean): readonly SqlCondition[] {
  const { entity, deleted, dialect, condition } = shape
  const column = (name: string) => sql.ref(`${root}.${name}`)
  const own = sql<SqlBool>`${column('db')} = ${dbPlaceholder}`
  const conditions = [
    readsCommonRows(shape) ? sql<SqlBool>`(${own} or ${column('db')} = 0)` : own,
    deleted
      ? sql<SqlBool>`(${column('deleted')} is not null and ${column('deleted_at')} > ${binSincePlaceholder})`
      : byKey
        ? dialect.notDeletedByKey(column('deleted'))
        : dialect.notDeleted(column('deleted')),
  ]
  // One record is read too quickly to be ended.
  return isByKey(condition, entity) ? conditions : dialect.stoppable(conditions)
}
