// What the store keeps of a token of a pair: the moment at which it was made, which stands in it, and then its digest.
import { digestOf } from '../../base/digest.ts'
import { timeLength } from '../../base/identifier.ts'
import { prefixes } from '../../base/secret.ts'

const begin = prefixes.access.length
const time = /^[0-9A-Z]+$/

/**
 * With the moment in front, pairs that are added one after the other stand side by side in the indexes. By their digests
 * alone each would change a page of its own in either, and every page that a commit has changed is written as a whole.
 */
export function pairDigest(token: string, digest: string = digestOf(token)): string {
  const moment = token.slice(begin, begin + timeLength)
  // What a client made up itself need not look like that; no pair has its digest.
  return time.test(moment) ? moment + digest : digest
}
