// Says which entries of the address book a reference takes, and what can be made of a name that is not among them.
import type { Body, Row } from '../../api/envelope.ts'
import { type Field, memberText } from '../field.ts'

type EntryType = 'Company' | 'Individual' | 'Contact'

/** The name of the record that a contact belongs to, in the record that refers to both. */
const companyOf = (record: Row): string => memberText(record.AbEntry, 'Key')

const isContact = ({ path }: Field): boolean => path === 'Contact'
const isParent = ({ path }: Field): boolean => path === 'Parent'

/** The condition on the entries that a reference offers: contacts are those of the client. */
export function entriesFor(field: Field, record: Row): Body {
  if (isParent(field)) return { Type: { $EQ: 'Company' } }
  if (!isContact(field)) return {}
  const company = companyOf(record)
  return { Type: { $EQ: 'Contact' }, ...(company === '' ? {} : { ParentKey: { $EQ: company } }) }
}

/** The types of entry that a typed name can become. */
export function typesToMake(field: Field, record: Row): readonly EntryType[] {
  if (field.refersTo.length !== 1 || field.refersTo[0] !== 'AbEntry') return []
  if (isParent(field)) return ['Company']
  if (isContact(field)) return companyOf(record) === '' ? [] : ['Contact']
  return field.path === 'AbEntry' ? ['Company', 'Individual'] : []
}

/** What a Create sends for an entry of this name. */
export function entryNamed(type: EntryType, name: string, record: Row): Row {
  if (type === 'Company') return { Type: type, CompanyName: name }
  return { Type: type, ...personNamed(name), ...(type === 'Contact' ? { ParentKey: companyOf(record) } : {}) }
}

/** `Ann Lee` -> first and last name. */
export function personNamed(name: string): Row {
  const words = name.trim().split(/\s+/)
  const FirstName = words.slice(0, -1).join(' ')
  return { ...(FirstName === '' ? {} : { FirstName }), LastName: words.at(-1) ?? '' }
}
