// Finds whom a change concerns and why, from its event and the changes that History has of it.
import type { Change } from '../events/event-changes.ts'
import type { LoggedEvent } from '../events/event-log.ts'
import { decodeKey } from '../fields/record-key.ts'

export interface Concern {
  readonly uid: string
  readonly kind: 'Assigned' | 'Mentioned' | 'Moved'
}

/** The field that says who works on a record. */
const assignees: Readonly<Record<string, string>> = {
  AbEntry: 'AccountManager',
  Opportunity: 'Leader',
  Case: 'AssignedTo',
  Lead: 'AssignedTo',
  Task: 'AssignedTo',
}

/** The texts in which users are mentioned. A note has its text twice, and History may name either. */
const texts: Readonly<Record<string, readonly string[]>> = {
  Note: ['Text', 'RichText'],
  Opportunity: ['Description'],
  Case: ['Description'],
  Campaign: ['Description'],
}

const stage = 'SalesStageSetupKey'

/** The entities of which a change can concern users. */
export const concerning: ReadonlySet<string> = new Set([...Object.keys(assignees), ...Object.keys(texts)])

/** Whether a sale has moved to another stage, which concerns the user who leads it. */
export const isMoved = ({ entity, operation }: LoggedEvent, changes: readonly Change[]): boolean =>
  entity === 'Opportunity' && operation === 'updated' && changes.some(({ Field }) => Field === stage)

/** One concern for each user, the weightiest; what users do themselves does not concern them. `leader` leads the sale. */
export function concernsOf(event: LoggedEvent, changes: readonly Change[], leader: string | null): readonly Concern[] {
  if (event.operation !== 'created' && event.operation !== 'updated') return []
  const concerns = new Map<string, Concern['kind']>()
  const add = (uid: string, kind: Concern['kind']): void => {
    if (uid !== event.uid && !concerns.has(uid)) concerns.set(uid, kind)
  }
  for (const uid of newlyMentioned(event, changes)) add(uid, 'Mentioned')
  const assigned = changes.find(({ Field }) => Field === assignees[event.entity])
  const assignee = typeof assigned?.After === 'string' ? decodeKey(assigned.After) : null
  if (assignee?.kind === 'User') add(assignee.id, 'Assigned')
  if (leader !== null && isMoved(event, changes)) add(leader, 'Moved')
  return [...concerns].map(([uid, kind]) => ({ uid, kind }))
}

function newlyMentioned({ entity }: LoggedEvent, changes: readonly Change[]): ReadonlySet<string> {
  const edited = changes.filter(({ Field }) => texts[entity]?.includes(Field))
  const now = new Set(edited.flatMap(({ After }) => [...mentionedIn(After)]))
  return now.difference(new Set(edited.flatMap(({ Before }) => [...mentionedIn(Before)])))
}

/** A text that mentions more users notifies the first ones. */
const mostMentions = 50

/** A name has no bracket, so that each character is looked at a few times only, whatever the text is. */
const mention = /@\[[^[\]\n]{1,200}\]\(([A-Za-z0-9+/]{4,120}={0,2})\)/g

/** The users that a text mentions: `@[Ann Lee](VXNlcglBTk4=)`, a name for readers and the key of the user. */
function mentionedIn(text: unknown): ReadonlySet<string> {
  const uids = new Set<string>()
  if (typeof text !== 'string') return uids
  for (const [, key = ''] of text.matchAll(mention)) {
    const user = decodeKey(key)
    if (user?.kind === 'User') uids.add(user.id)
    if (uids.size >= mostMentions) break
  }
  return uids
}
