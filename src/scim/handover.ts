// Hands the records of disabled users over to their successors, in the background and in small batches.
import type { Caller } from '../accounts/caller.ts'
import { databaseById } from '../accounts/databases.ts'
import type { Log } from '../base/log/log.ts'
import type { Job } from '../base/scheduling/jobs.ts'
import type { OperationParts } from '../envelope/run.ts'
import { systemCaller } from '../operations/system/system-context.ts'
import type { OperationTables } from '../operations/tables.ts'
import { type Args, statementsOn } from '../storage/statement.ts'
import { readRecords, runMembers } from './data-call.ts'

const statement = statementsOn<OperationTables>()

/** What a successor takes over: the user of a field, and whether the work is still open. What is done keeps its user. */
const inherited: readonly { readonly entity: string; readonly field: string; readonly open?: object }[] = [
  { entity: 'AbEntry', field: 'AccountManager' },
  { entity: 'Territory', field: 'AccountManager' },
  { entity: 'Lead', field: 'AssignedTo', open: { ArchivedDate: { $EQ: null } } },
  { entity: 'Opportunity', field: 'Leader', open: { Status: { $NIN: [3, 4, 5] } } },
  { entity: 'Case', field: 'Owner', open: { ResolvedDate: { $EQ: null } } },
  { entity: 'Case', field: 'AssignedTo', open: { ResolvedDate: { $EQ: null } } },
  { entity: 'Task', field: 'AssignedTo', open: { Completed: { $EQ: false } } },
  { entity: 'Appointment', field: 'Organizer', open: { StartDate: { $GT: '$NOW()' } } },
  { entity: 'Workflow', field: 'Owner' },
  { entity: 'Custom', field: 'Owner' },
  { entity: 'CustomChild', field: 'Owner' },
]

/** Records of one transaction, and the most that are left alone after a refusal. */
const batch = 100
const mostRefused = 900

const due = statement(
  (db, p: Args<{ limit: number }>) =>
    db.selectFrom('handover').select(['db', 'uid', 'successor', 'begun']).orderBy('begun').limit(p('limit')),
  { allTenants: true },
)
const finish = statement((db, p: Args<{ db: number; uid: string; successor: string }>) =>
  db
    .deleteFrom('handover')
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('successor', '=', p('successor')),
)
const pending = statement((db, p: Args<{ db: number; uid: string; successor: string }>) =>
  db
    .selectFrom('handover')
    .select('begun')
    .where('db', '=', p('db'))
    .where('uid', '=', p('uid'))
    .where('successor', '=', p('successor')),
)

interface Handover {
  readonly db: number
  readonly uid: string
  readonly successor: string
}

export type Handovers = ReturnType<typeof createHandovers>

export function createHandovers(parts: OperationParts & { readonly log: Pick<Log, 'info' | 'error'> }) {
  const { store, log } = parts
  let running: Promise<void> = Promise.resolve()
  let closed = false
  const isWanted = async (given: Handover): Promise<boolean> =>
    !closed && (await store.rows(pending(store.dialect, { ...given }))).length > 0

  const handOver = async ({ db, uid, successor }: Handover): Promise<void> => {
    const given = { db, uid, successor }
    const database = await databaseById(store, db)
    if (!database) return
    const caller: Caller = { ...systemCaller(db, database.name), application: `Hand-over of ${uid}` }
    let [records, refused] = [0, 0]
    for (const place of inherited) {
      const left: string[] = []
      while (left.length <= mostRefused && (await isWanted(given))) {
        const found = await keysOf(parts, caller, place, uid, left)
        if (found.length === 0) break
        const written = await assign(parts, caller, place, found, successor)
        left.push(...found.filter(key => !written.has(key)))
        records += written.size
      }
      refused += left.length
    }
    if (closed) return
    if (await store.write(tx => tx.run(finish(store.dialect, given)))) {
      log.info('records were handed over', { db, user: uid, successor, records, refused })
    }
  }
  const all = async (): Promise<void> => {
    for (const one of await store.rows(due(store.dialect, { limit: batch }))) if (!closed) await handOver(one)
  }
  const run = (): Promise<void> => {
    running = running.then(all, all)
    return running
  }
  return {
    job: { name: 'handing records over', everySeconds: 60, firstAfterSeconds: 5, run } satisfies Job,
    /** Begins with what is due now; a failure is logged, and the job tries again. */
    begin: (): void => void run().catch((error: Error) => log.error('handing records over failed', { error })),
    /** How many records a user has that a successor takes over. */
    async count(caller: Caller, uid: string): Promise<number> {
      let sum = 0
      for (const { entity, field, open } of inherited) {
        const SearchQuery = { [field]: { $EQ: { Uid: uid } }, ...open }
        const content = { Scope: { Fields: { '$COUNT()': 1 } }, Criteria: { SearchQuery } }
        const [row] = await readRecords(parts, caller, entity, content)
        sum += Number(row?.['$COUNT()'] ?? 0)
      }
      return sum
    },
    async close(): Promise<void> {
      closed = true
      await running.catch(() => {})
    },
  }
}

type InheritedField = (typeof inherited)[number]

async function keysOf(
  parts: OperationParts,
  caller: Caller,
  { entity, field, open }: InheritedField,
  uid: string,
  left: readonly string[],
): Promise<string[]> {
  const without = left.length === 0 ? {} : { Key: { $NIN: left } }
  const SearchQuery = { [field]: { $EQ: { Uid: uid } }, ...open, ...without }
  const content = { Scope: { Fields: { Key: 1 } }, Criteria: { SearchQuery, Top: batch } }
  return (await readRecords(parts, caller, entity, content)).map(({ Key }) => Key)
}

/** The keys of the records that were written; a record that its rules refuse does not hold up the others. */
async function assign(
  parts: OperationParts,
  caller: Caller,
  { entity, field }: InheritedField,
  keys: readonly string[],
  successor: string,
): Promise<ReadonlySet<string>> {
  const Data = keys.map(Key => ({ Key, [field]: { Uid: successor } }))
  const answers = await runMembers(parts, caller, 'Update', { [entity]: { Data, Options: { AllOrNothing: false } } })
  const written = answers[entity]?.Data ?? []
  return new Set(keys.filter((_, i) => written[i]?.Key !== undefined && !written[i]?.Errors))
}
