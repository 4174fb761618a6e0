// Creates triggers of workflows through the data API, and judges them as several processes do at once.
import { createCallers } from '../../src/accounts/caller.ts'
import { identifierMaker } from '../../src/base/text/identifier.ts'
import { limitsOf } from '../../src/config/limits.ts'
import { httpsAlone } from '../../src/entities/rules/redirect-uri.ts'
import { EventLog } from '../../src/events/event-log.ts'
import { Catalogs } from '../../src/model/catalog.ts'
import { startByDate } from '../../src/workflows/start-by-date.ts'
import { EventTriggers } from '../../src/workflows/start-by-events.ts'
import type { TriggerParts } from '../../src/workflows/triggers.ts'
import type { Crm, Json } from './crm.ts'

interface TriggerTools {
  trigger(workflow: string, conditions: Json): Promise<string>
  /** Judges the writes up to now. */
  judge(): Promise<void>
  /** Judges the days that have begun. */
  judgeDays(): Promise<void>
  /** The instances of a workflow, the oldest first. */
  runs(workflow: string): Promise<Json[]>
}

/** What a process has of its own. */
function processOn(crm: Crm): TriggerParts & { close(): void } {
  const { store, clock, settings } = crm.server
  const [catalogs, callers] = [new Catalogs(store), createCallers(store)]
  const operations = {
    ...{ store, clock, catalogs, limits: limitsOf(settings), newId: identifierMaker(clock), traces: [] },
    ...{ commonKey: () => null, redirects: httpsAlone },
  }
  const log = {
    error: (message: string) => {
      throw new Error(message)
    },
  }
  const close = () => {
    catalogs.close()
    callers.close()
  }
  return { operations, callers, events: new EventLog(store, clock), log, close }
}

export function triggerTools(crm: () => Crm): TriggerTools {
  const together = async (work: (parts: TriggerParts, db: number) => Promise<void>) => {
    const { server, database } = crm()
    await new EventLog(server.store, server.clock).now(database.id)
    const processes = [1, 2, 3].map(() => processOn(crm()))
    try {
      await Promise.all(processes.map(parts => work(parts, database.id)))
    } finally {
      for (const process of processes) process.close()
    }
  }
  return {
    trigger: (ParentWorkflowKey, Conditions) =>
      crm().create('WorkflowAction', { ParentWorkflowKey, Action: 1, Conditions }),
    judge: () => together((parts, db) => new EventTriggers(parts).run(db)),
    judgeDays: () => together(startByDate),
    runs: async key => {
      const fields = { Key: 1, ParentKey: 1, Status: 1, Reason: 1, TriggerKey: 1, Creator: { Uid: 1 } }
      const content = {
        Scope: { Fields: fields },
        Criteria: { SearchQuery: { WorkflowKey: { $EQ: key } } },
        OrderBy: { Fields: [{ Key: 'ASC' }] },
      }
      return (await crm().ok('Read', { WorkflowInstance: content })).WorkflowInstance.Data
    },
  }
}
