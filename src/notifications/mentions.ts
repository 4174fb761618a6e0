// Finds the users that a text mentions: `@[Ann Lee](VXNlcglBTk4=)`, a name for readers and the key of the user.
import { decodeKey } from '../fields/record-key.ts'

/** A text that mentions more users notifies the first ones. */
const most = 50

const mention = /@\[[^\]\n]{1,200}\]\(([A-Za-z0-9+/]{4,120}={0,2})\)/g

export function mentionedIn(text: unknown): ReadonlySet<string> {
  const uids = new Set<string>()
  if (typeof text !== 'string') return uids
  for (const [, key = ''] of text.matchAll(mention)) {
    const user = decodeKey(key)
    if (user?.kind === 'User') uids.add(user.id)
    if (uids.size >= most) break
  }
  return uids
}
