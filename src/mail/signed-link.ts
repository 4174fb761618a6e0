// Makes the paths of links in mails that act without a sign-in, and reads them back.
import { createHmac } from 'node:crypto'
import { sameSecret } from '../base/secrets/digest.ts'

export interface LinkKey {
  /** The installation's secret key; null for nodes that share a store and no key, whose mails have no such links. */
  readonly commonKey: () => string | null
}

/** What a link is about in a database. */
interface LinkSubject {
  readonly db: number
  readonly text: string
}

/** Links of one purpose: those of another one are not valid. */
export function signedLinks(purpose: string) {
  const codeOf = (key: string, { db, text }: LinkSubject): string =>
    createHmac('sha256', key).update(`${purpose}\n${db}\n${text}`).digest('base64url')
  return {
    make({ commonKey }: LinkKey, subject: LinkSubject): string | null {
      const key = commonKey()
      return key && `${subject.db}.${Buffer.from(subject.text).toString('base64url')}.${codeOf(key, subject)}`
    },
    /** Null for a link that is not of this installation. */
    read({ commonKey }: LinkKey, link: string): LinkSubject | null {
      const [, db = '', encoded = '', code = ''] = /^(\d{1,10})\.([\w-]{1,400})\.([\w-]{43})$/.exec(link) ?? []
      const key = commonKey()
      if (key === null || db === '') return null
      const subject = { db: Number(db), text: Buffer.from(encoded, 'base64url').toString() }
      return sameSecret(code, codeOf(key, subject)) ? subject : null
    },
  }
}
