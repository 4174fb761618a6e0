// Creates, reads, changes and deletes webhook targets, each on behalf of its owner or of an administrator.
import type { Caller } from '../accounts/caller.ts'
import { seconds } from '../base/clock.ts'
import { Problems, refuse } from '../base/errors.ts'
import { member } from '../base/json.ts'
import { bindContext } from '../query/functions/call.ts'
import type { Store, Tx } from '../storage/store.ts'
import { topics } from '../storage/topics.ts'
import { checkFilter } from './filter.ts'
import type { WebhookParts } from './parts.ts'
import { newSecret, openSecrets, rotated, sealSecrets } from './secrets.ts'
import { columnsOf, newTarget, parseTarget, settingsOf, type TargetRow, type TargetSettings } from './target.ts'
import * as statements from './target-statements.ts'

type Body = Record<string, unknown>

/** Each target reads the log by itself. */
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
      return { targets: rows.filter(row => caller.admin || row.owner === caller.uid).map(shownTarget) }
    },
    read: async (caller, id) => shownTarget(await find(caller, id)),
    create: (caller, body) => createTarget(parts, caller, body),
    change: async (caller, id, body) => {
      await changeTarget(parts, caller, await find(caller, id), body)
      return shownTarget(await find(caller, id))
    },
    remove: async (caller, id) => {
      const { db } = await find(caller, id)
      await writeAndTell(store, db, async tx => {
        await tx.run(statements.remove(dialect, { db, id }))
        await tx.run(statements.emptyQueue(dialect, { db, target: id }))
      })
      return { id, deleted: true }
    },
    rotateSecret: async (caller, id, body) => rotateSecret(parts, await find(caller, id), body),
  }
}

/** Every node hears that targets of the database were changed. */
const writeAndTell = (store: Store, db: number, work: (tx: Tx) => Promise<void>): Promise<void> =>
  store.write(async tx => {
    await work(tx)
    await tx.publish(topics.webhook, db)
  })

async function createTarget(parts: WebhookParts, caller: Caller, body: Body): Promise<object> {
  const { store, clock, box, newId, events } = parts
  const { dialect } = store
  const settings = await checked(parts, caller, body, newTarget, [])
  const secret = newSecret()
  const { db } = caller
  const row: TargetRow = {
    ...columnsOf(settings),
    db,
    id: newId(),
    owner: caller.uid,
    stopped: null,
    secrets: sealSecrets(box, [{ secret, until: null }]),
    position: await events.end(db),
    failing_since: null,
    warned: 0,
    holder: null,
    held_until: 0,
    created: seconds(clock),
    changed: seconds(clock),
  }
  await writeAndTell(store, db, async tx => {
    await tx.rows(statements.lockTargets(dialect, { db }))
    const [found] = await tx.rows(statements.count(dialect, { db }))
    if (Number(found?.targets) >= mostTargets) {
      refuse('LimitExceeded', '', `A database has at most ${mostTargets} targets.`)
    }
    await tx.run(statements.insert(dialect, row))
  })
  return { ...shownTarget(row), secret }
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
  const end = from === 'now' ? await events.end(db) : null
  await writeAndTell(store, db, async tx => {
    await tx.run(statements.change(dialect, { db, id, ...columnsOf(settings), changed: seconds(clock) }))
    if (settings.enabled && row.enabled === 0) {
      await tx.run(statements.revive(dialect, { db, id }))
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
  await writeAndTell(store, db, async tx => {
    // Of two rotations at once, the second would drop the secret that the first has given out.
    const changed = await tx.run(statements.rotate(store.dialect, { db, id, secrets, before: row.secrets }))
    if (changed === 0) refuse('VersionConflict', 'id', 'The secret was rotated a moment ago. Try again.')
  })
  return { ...shownTarget(row), secret, previousUntil: new Date(until).toISOString() }
}

function overlapIn(body: Body): number {
  const hours = member(body, 'overlapHours') ?? overlapHours.usual
  if (typeof hours === 'number' && hours >= 0 && hours <= overlapHours.most) return hours
  return refuse('InvalidValue', 'overlapHours', `overlapHours is a number from 0 to ${overlapHours.most}.`)
}

/** Reports all that is wrong with the members of a target together. */
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
    const { model, findUid } = await catalogs.get(caller.db)
    const bind = bindContext(seconds(clock), 'UTC', caller.uid, findUid)
    for (const name of settings.entities ?? []) {
      const entity = model.findMember(name) ?? refuse('UnknownEntity', 'entities', `There is no entity ${name}.`)
      checkFilter(settings.filter, model, entity, { limits, bind, problems })
    }
    problems.throwIfAny()
  }
  return settings
}

/** A target without its secrets, which are shown once. */
function shownTarget(row: TargetRow): object {
  const { enabled, ...settings } = settingsOf(row)
  const running = row.failing_since === null ? 'active' : 'failing'
  return {
    id: row.id,
    ...settings,
    enabled,
    owner: row.owner,
    // Disabled by the service, because of failures or HTTP 410, or by a person.
    status: enabled ? running : (row.stopped ?? 'paused'),
  }
}
