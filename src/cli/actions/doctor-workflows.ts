// Names the workflows whose triggers are paused, since the user in whose name they act is disabled.
import { sql } from 'kysely'
import { listDatabases } from '../../accounts/databases.ts'
import { actionKinds } from '../../entities/rules/workflows/actions.ts'
import type { EntityTables } from '../../model/entity-tables.ts'
import { type Finding, fail, ok, warn } from '../../model/store-check/finding.ts'
import { migrationStatus } from '../../storage/schema/migrate.ts'
import { type Args, statementsOn } from '../../storage/statement.ts'
import type { Store } from '../../storage/store.ts'
import { isMissing, withRawStore } from '../with-store.ts'
import type { Check } from './doctor-finding.ts'

const todo = 'Give the workflow another owner: Settings, Workflows, in the console.'

const statement = statementsOn<EntityTables>()

const paused = statement((db, p: Args<{ db: number }>) =>
  db
    .selectFrom('workflow as w')
    .leftJoin('user as u', j => j.onRef('u.db', '=', 'w.db').onRef('u.id', '=', 'w.owner').on('u.deleted', 'is', null))
    .select(['w.display as workflow', 'w.owner as owner'])
    .where('w.db', '=', p('db'))
    .where('w.deleted', 'is', null)
    .where('w.inactive', '=', sql.lit(0))
    .where(e => e.or([e('u.id', 'is', null), e('u.enabled', '=', sql.lit(0))]))
    .where(e =>
      e.exists(
        e
          .selectFrom('workflow_action as a')
          .select(sql.lit(1).as('one'))
          .whereRef('a.db', '=', 'w.db')
          .whereRef('a.parent_id', '=', 'w.id')
          .where('a.action', '=', sql.lit(actionKinds.trigger))
          .where('a.deleted', 'is', null),
      ),
    )
    .orderBy('w.display_f')
    .orderBy('w.id'),
)

interface PausedWorkflow {
  readonly workflow: string | null
  /** The Uid. */
  readonly owner: string | null
}

export const pausedWorkflows = (store: Pick<Store, 'rows' | 'dialect'>, db: number): Promise<PausedWorkflow[]> =>
  store.rows(paused(store.dialect, { db }))

export const workflowsCheck: Check = async ({ settings, tables }) => {
  if (isMissing(settings)) return [ok('none yet')]
  try {
    return await withRawStore(settings, async store => {
      if ((await migrationStatus(store, tables)).state !== 'current') return [ok('not looked at before the migration')]
      const findings: Finding[] = []
      for (const { id, name } of await listDatabases(store))
        for (const { workflow, owner } of await pausedWorkflows(store, id))
          findings.push(warn(`database ${name}: the triggers of "${workflow}" are paused, ${owner} is disabled`, todo))
      return findings.length > 0 ? findings : [ok('no trigger is paused')]
    })
  } catch {
    return [fail('cannot be read without the store', 'Repair the store first.')]
  }
}
