// Creates the context of an entity's rules: the draft, and access to rows of the same transaction.
import { snakeCase } from '../../base/text/names.ts'
import { httpsAlone } from '../../entities/rules/redirect-uri.ts'
import { type CleanText, cleanRichText, type RichTextFault } from '../../entities/rules/rich-text.ts'
import type { CausedWork, OtherRecords, RecordQuestions, RuleContext, RuleStore } from '../../entities/rules/types.ts'
import type { OperationContext } from '../context.ts'
import { allowedIds } from '../rows/record-access.ts'
import type { RowStore } from '../rows/row-store.ts'
import { type Draft, listKey, problemAt } from './draft.ts'
import { otherRecords } from './other-records.ts'
import { recordQuestions, type UpdateRecord } from './record-questions.ts'

/** The values that all records of a request share. */
export interface WriteSetting {
  readonly rows: RowStore
  readonly context: OperationContext
  /** The members of `Options`, by lower-case name. */
  readonly options: Readonly<Record<string, unknown>>
  /** The hash of each password. */
  readonly hashes: ReadonlyMap<string, string>
  /** The sanitized form of each rich text that was sanitized before the transaction. */
  readonly richTexts?: ReadonlyMap<string, CleanText | RichTextFault>
  /** Other records that the rules write get no history: the data is generated. */
  readonly unrecorded?: boolean
  /** Only the checks of the write: no row is saved. */
  readonly checksOnly?: boolean
}

export function ruleStore(rows: RowStore, newId: () => string): RuleStore {
  const tableOf = snakeCase
  return {
    db: rows.db,
    transaction: rows.tx,
    find: (entity, id, lock = 'share') => rows.one(tableOf(entity), { id, deleted: null }, { lock }),
    findBy: (entity, column, value, limit) => {
      const options = { order: 'id', ...(limit === undefined ? {} : { limit }) }
      return rows.select(tableOf(entity), { [column]: value, deleted: null }, options)
    },
    exists: (table, where) => rows.exists(table, where),
    listOf: (table, ownerColumn, id) => rows.select(table, { [ownerColumn]: id }, { order: 'position' }),
    insert: async (entity, row) => {
      const id = (row.id as string | undefined) ?? newId()
      await rows.insert(tableOf(entity), { ...row, id })
      return id
    },
    change: async (entity, id, columns) => void (await rows.update(tableOf(entity), columns, { id })),
    changeWhere: async (entity, column, value, columns) =>
      void (await rows.update(tableOf(entity), columns, { [column]: value })),
    count: (table, where) => rows.count(table, where),
    rowsOf: (table, where) => rows.select(table, where),
    changeRows: (table, columns, where) => rows.update(table, columns, where),
    remove: (table, where) => rows.remove(table, where),
    put: (table, row) => rows.insert(table, row),
    next: counter => rows.next(counter),
    alone: async name => void (await rows.next(`alone:${name}`)),
    newId,
    publish: (topic, payload) => rows.tx.publish(topic, payload),
  }
}

type UpdateBy = (setting: WriteSetting) => UpdateRecord

/** What rules ask about other records and write to them; problems go to the list, with the path. */
export function workOn(
  setting: WriteSetting,
  at: Pick<Draft, 'path' | 'problems'>,
  updateBy: UpdateBy,
): OtherRecords & RecordQuestions & CausedWork {
  const { rows, context } = setting
  const { path, problems } = at
  return {
    ...otherRecords(setting),
    ...recordQuestions({ rows, context, path, problems, update: updateBy(setting) }),
    because: cause => workOn({ ...setting, context: { ...context, cause } }, at, updateBy),
  }
}

/** The context of a draft, the same before and after its row is written. */
export const rulesOf = (draft: Draft, setting: WriteSetting, updateBy: UpdateBy): RuleContext => {
  draft.rules ??= ruleContext(draft, setting, updateBy)
  return draft.rules
}

function ruleContext(draft: Draft, setting: WriteSetting, updateBy: UpdateBy): RuleContext {
  const { rows, context, options, hashes, richTexts } = setting
  const { model, currency, findUid } = context.catalog
  const store = ruleStore(rows, context.newId)
  const may = async (mode: 'read' | 'write', entity: string, id: string) => {
    const access = { mode, lock: 'share' } as const
    return (await allowedIds(rows, model, context.caller, model.entity(entity), [id], access)).has(id)
  }
  return {
    ...store,
    ...workOn(setting, draft, updateBy),
    find: async (entity, id, lock) =>
      draft.refusedReferences.has(`${entity} ${id}`) ? null : store.find(entity, id, lock),
    creating: draft.creating,
    path: draft.path,
    problems: draft.problems,
    database: context.caller.database,
    id: draft.id,
    uid: context.caller.uid,
    findUid,
    admin: context.caller.admin,
    chain: context.caller.chain,
    scope: context.caller.scope,
    now: context.now,
    corporateCurrency: currency,
    drivers: context.settings.drivers,
    redirects: context.redirects ?? httpsAlone,
    commonKey: context.commonKey ?? (() => null),
    options,
    before: draft.before,
    row: draft.row,
    mayRead: (entity, id) => may('read', entity, id),
    mayWrite: (entity, id) => may('write', entity, id),
    sent: field => draft.members.fields.has(field),
    value: field => draft.members.fields.get(field)?.value,
    problem: (error, field, message) => problemAt(draft, error, field, message),
    mandatory: (field, hasValue, problem) => void draft.mandatory.set(field, hasValue || (problem ?? false)),
    list: table => draft.lists.get(table)?.rows,
    setList: (list, stored = []) => {
      const known = draft.lists.get(listKey(list))
      if (known) known.rows = list
      else draft.lists.set(listKey(list), { rows: list, stored })
    },
    answer: (name, value) => {
      draft.answers[name] = value
    },
    hashed: password => hashes.get(password) ?? '',
    richText: html => {
      const known = richTexts?.get(html)
      return known === undefined ? cleanRichText(html) : known
    },
    entityNamed: name => model.find(name)?.name ?? null,
  }
}
