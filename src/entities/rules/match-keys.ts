// Computes the match keys of an address book entry: entries that share one may be duplicates.
import { fold, wordsOf } from '../../base/text/fold.ts'
import type { Row } from '../../storage/store.ts'

/** What two entries have in common when they share a key of this kind. */
export const matchKinds = { email: 'e', domain: 'd', city: 'c', phone: 'p' } as const

interface MatchKey {
  readonly kind: string
  readonly value: string
}

/** The match keys of a record, and its name in the form in which names are compared. */
export interface MatchKeys {
  readonly type: string
  readonly name: string
  readonly keys: readonly MatchKey[]
}

/** Numbers are compared by so many last digits, since people write the country code in several ways or not at all. */
const phoneDigits = 9
const shortestPhone = 6
const longestValue = 300

/** Words of a company's name that say only what kind of company it is. */
const legalForms = new Set(
  'ab ag as bv co company corp corporation ev gmbh inc incorporated kg limited llc llp ltd mbh nv oy plc pty sa sarl sas se sl spa srl the und'.split(
    ' ',
  ),
)

/** Providers of mail for everybody: two people with the same name may both have an address there. */
const publicMail = new Set(
  'aol.com free.fr gmail.com gmx.at gmx.de gmx.net googlemail.com hotmail.com hotmail.fr icloud.com live.com mail.com mail.ru me.com msn.com orange.fr outlook.com proton.me protonmail.com t-online.de wanadoo.fr web.de yahoo.com yahoo.es yahoo.fr yandex.ru'.split(
    ' ',
  ),
)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The words of the name in one order: John Smith and Smith, John are one name. */
function nameOf(row: Readonly<Row>): string {
  if (row.type !== 'Company')
    return wordsOf(`${textOf(row.first_name)} ${textOf(row.last_name)}`)
      .sort()
      .join(' ')
  const words = wordsOf(textOf(row.company_name))
  const telling = words.filter(word => !legalForms.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

/** `www.acme.example` of `https://www.acme.example/about`, without `www.`; null when the text is no web address. */
function hostOf(website: string): string | null {
  const host = /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^/@\s]{0,100}@)?([^/:?#\s]{1,253})/i.exec(website.trim())?.[1]
  return host?.includes('.') ? fold(host).replace(/^www\./, '') : null
}

const mailDomain = (address: string): string | null => {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return domain === '' || publicMail.has(domain) ? null : domain
}

export function matchKeysOf(row: Readonly<Row>): MatchKeys {
  const name = nameOf(row).slice(0, longestValue)
  const keys = new Map<string, MatchKey>()
  const add = (kind: string, value: string) => {
    const cut = value.slice(0, longestValue)
    keys.set(kind + cut, { kind, value: cut })
  }
  const emails = [1, 2, 3].map(i => fold(textOf(row[`email${i}_address`]))).filter(email => email !== '')
  for (const email of emails) add(matchKinds.email, email)
  for (const i of [1, 2, 3, 4]) {
    const digits = textOf(row[`phone${i}_number`]).replace(/\D+/g, '')
    if (digits.length >= shortestPhone) add(matchKinds.phone, digits.slice(-phoneDigits))
  }
  if (name !== '') {
    const city = fold(textOf(row.address_city)).trim()
    if (city !== '') add(matchKinds.city, `${name}|${city}`)
    const domains = [hostOf(textOf(row.website)), ...emails.map(mailDomain)]
    for (const domain of domains) if (domain !== null) add(matchKinds.domain, `${name}|${domain}`)
  }
  return { type: textOf(row.type), name, keys: [...keys.values()] }
}
