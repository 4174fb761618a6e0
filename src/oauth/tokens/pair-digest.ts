// Computes the stored form of a token of a pair: the creation time, which the token contains, and then the digest.
import { digestOf } from '../../base/secrets/digest.ts'
import { timeLength } from '../../base/text/identifier.ts'
import { prefixes } from '../../entities/rules/credentials.ts'

const begin = prefixes.access.length
const time = /^[0-9A-Z]+$/

/**
 * With the time in front, pairs that are issued one after the other are neighbours in both indexes. With digests alone,
 * each new pair would change two random index pages, and a commit writes every changed page as a whole.
 */
export function pairDigest(token: string, digest: string = digestOf(token)): string {
  const moment = token.slice(begin, begin + timeLength)
  // A text that a client made up has no time in it; no stored pair has its digest.
  return time.test(moment) ? moment + digest : digest
}
