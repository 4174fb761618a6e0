// Creates, reads, changes and deletes webhook targets, each on behalf of its owner or of an administrator.
import type { Caller } from '../../accounts/caller.ts'
import { seconds } from '../../base/clock.ts'
import { Problems, refuse } from '../../base/errors.ts'
import { member } from '../../base/text/json.ts'
import { bindContext } from '../../query/functions/call.ts'
import { topics } from '../../storage/nodes/topics.ts'
import type { Store, Tx } from '../../storage/store.ts'
import type { WebhookParts } from '../parts.ts'
import { checkFilter } from './filter.ts'
import { newSecret, openSecrets, rotated, sealSecrets } from './secrets.ts'
import { columnsOf, newTarget, parseTarget, settingsOf, type TargetRow, type TargetSettings } from './target.ts'
import * as statements from './target-statements.ts'

type Body = Record<string, unknown>

/** The most targets of a database: each reads the log by itself. */
const mostTargets = 100
/** How long the secret before a rotation stays valid, unless the request says otherwise. */
const overlapHours = { usual: 24, most: 168 }

export interface Targets {
  list(caller: Caller): Promise<object>
  create(caller: Caller, body: Body): Promise<object>
  read(caller: Caller, id: string): Promise<object>
  change(caller: Caller, id: string, body: Body): Promise<object>
  remove(caller: Caller, id: string): Promise<object>
  rotateSecret(caller: Caller, id: string, body: Body): Promise<object>
  /** A target that the caller may see; one of another user is answered like an unknown one. */
  find(caller: Caller, id: string): Promise<TargetRow>
}

export function createTargets(parts: WebhookParts): Targets {
  const { store } = parts
  const { dialect } = store
  const find = async (caller: Caller, id: string): Promise<TargetRow> => {
    const [row] = await store.rows(statements.byId(dialect, { db: caller.db, id }))
    if (row && (caller.admin || row.owner === caller.uid)) return row
    return refuse('NotFound', 'id', 'There is no such target.')
  }
  return {
    find,
    list: async caller => {
      const rows = await store.rows(statements.ofDatabase(dialect, { db: caller.db }))
      return { targets: rows.filter(row => caller.admin || row.owner === caller.uid).map(publicTarget) }
    },
    read: async (caller, id) => publicTarget(await find(caller, id)),
    create: (caller, body) => createTarget(parts, caller, body),
    change: async (caller, id, body) => {
      await changeTarget(parts, caller, await find(caller, id), body)
      return publicTarget(await find(caller, id))
    },
    remove: async (caller, id) => {
      const { db } = await find(caller, id)
      await writeAndPublish(store, db, async tx => {
        await tx.run(statements.remove(dialect, { db, id }))
        await tx.run(statements.emptyQueue(dialect, { db, target: id }))
      })
      await parts.deliveryLog.removeTarget(db, id)
      return { id, deleted: true }
    },
    rotateSecret: async (caller, id, body) => rotateSecret(parts, await find(caller, id), body),
  }
}

/** Notifies every node that targets of the database were changed. */
const writeAndPublish = (store: Store, db: number, work: (tx: Tx) => Promise<void>): Promise<void> =>
  store.write(async tx => {
    await work(tx)
    await tx.publish(topics.webhook, db)
  })

async function createTarget(parts: WebhookParts, caller: Caller, body: Body): Promise<object> {
  const { store, clock, box, newId, events, userTargets } = parts
  const { dialect } = store
  const settings = await checked(parts, caller, body, newTarget, [])
  const secret = newSecret()
  const { db } = caller
  const row: TargetRow = {
    ...columnsOf(settings),
    db,
    id: newId(),
    owner: caller.uid,
    scope: caller.scope.join(' '),
    chain: caller.chain,
    stopped: null,
    secrets: sealSecrets(box, [{ secret, until: null }]),
    position: await events.now(db),
    failing_since: null,
    failed_at: null,
    failures: 0,
    warned: 0,
    holder: null,
    held_until: 0,
    failed_runs: 0,
    retry_at: 0,
    deaths: 0,
    rendering: null,
    created: seconds(clock),
    changed: seconds(clock),
  }
  await writeAndPublish(store, db, async tx => {
    await tx.rows(statements.lockTargets(dialect, { db }))
    const owners = await tx.rows(statements.owners(dialect, { db }))
    if (owners.length >= mostTargets) refuse('LimitExceeded', '', `A database has at most ${mostTargets} targets.`)
    if (owners.filter(({ owner }) => owner === caller.uid).length >= userTargets) {
      refuse('LimitExceeded', '', `A user has at most ${userTargets} targets.`)
    }
    await tx.run(statements.insert(dialect, row))
  })
  return { ...publicTarget(row), secret }
}

async function changeTarget(parts: WebhookParts, caller: Caller, row: TargetRow, body: Body): Promise<void> {
  const { store, clock, events } = parts
  const { dialect } = store
  const settings = await checked(parts, caller, body, settingsOf(row), ['from'])
  const from = member(body, 'from')
  if (from !== undefined && from !== 'now') {
    refuse('InvalidValue', 'from', 'from is "now": the target skips what it has not been sent yet.')
  }
  const { db, id } = row
  const end = from === 'now' ? await events.now(db) : null
  await writeAndPublish(store, db, async tx => {
    await tx.run(statements.change(dialect, { db, id, ...columnsOf(settings), changed: seconds(clock) }))
    if (settings.enabled && row.enabled === 0) {
      await tx.run(statements.revive(dialect, { db, id, scope: caller.scope.join(' '), chain: caller.chain }))
      await tx.run(statements.tryNow(dialect, { db, target: id, now: clock.now() }))
    }
    if (end === null) return
    await tx.run(statements.skipTo(dialect, { db, id, position: end }))
    await tx.run(statements.emptyQueue(dialect, { db, target: id }))
  })
}

async function rotateSecret({ store, clock, box }: WebhookParts, row: TargetRow, body: Body): Promise<object> {
  const until = clock.now() + overlapIn(body) * 3_600_000
  const secret = newSecret()
  const secrets = sealSecrets(box, rotated(openSecrets(box, row.secrets, clock.now()), secret, until))
  const { db, id } = row
  await writeAndPublish(store, db, async tx => {
    // Of two rotations at once, the second would drop the secret that the first has given out.
    const changed = await tx.run(statements.rotate(store.dialect, { db, id, secrets, before: row.secrets }))
    if (changed === 0) refuse('VersionConflict', 'id', 'The secret was rotated a moment ago. Try again.')
  })
  return { ...publicTarget(row), secret, previousUntil: new Date(until).toISOString() }
}

function overlapIn(body: Body): number {
  const hours = member(body, 'overlapHours') ?? overlapHours.usual
  if (typeof hours === 'number' && hours >= 0 && hours <= overlapHours.most) return hours
  return refuse('InvalidValue', 'overlapHours', `overlapHours is a number from 0 to ${overlapHours.most}.`)
}

/** Reports all problems of a target's members together. */
async function checked(
  { catalogs, clock, limits, outbound }: WebhookParts,
  caller: Caller,
  body: Body,
  before: TargetSettings,
  others: readonly string[],
): Promise<TargetSettings> {
  const problems = new Problems()
  const settings = parseTarget(body, before, others, problems)
  const wrong = settings.url === '' ? null : outbound.complaint(settings.url)
  if (settings.url === '') problems.add('Required', 'url', 'A target needs the url that its events are sent to.')
  else if (wrong !== null) problems.add('InvalidValue', 'url', `The url is refused: ${wrong}.`)
  if (settings.filter !== null && settings.entities === null) {
    problems.add('Required', 'entities', 'A filter needs entities, whose fields it names.')
  }
  problems.throwIfAny()
  if (settings.filter !== null) {
    const catalog = await catalogs.get(caller.db)
    const { model } = catalog
    const bind = bindContext(seconds(clock), 'UTC', caller.uid, catalog)
    for (const name of settings.entities ?? []) {
      const entity = model.findMember(name) ?? refuse('UnknownEntity', 'entities', `There is no entity ${name}.`)
      checkFilter(settings.filter, model, entity, { limits, bind, problems })
    }
    problems.throwIfAny()
  }
  return settings
}

/** A target without its secrets, which are shown once. */
function publicTarget(row: TargetRow): object {
  const { enabled, ...settings } = settingsOf(row)
  const running = row.failed_runs > 0 ? 'error' : row.failing_since === null ? 'active' : 'failing'
  return {
    id: row.id,
    ...settings,
    enabled,
    owner: row.owner,
    // Disabled by the service (failures, gone, revoked), or by a person.
    status: enabled ? running : (row.stopped ?? 'paused'),
  }
}
