// Writes entries of the address book as vCard 4.0 (RFC 6350).
import { isObject } from '../../base/text/json.ts'
import type { ExportFormat } from './format.ts'

type Entry = Readonly<Record<string, unknown>>

const emails = ['Email1', 'Email2', 'Email3']
const phones = ['Phone1', 'Phone2', 'Phone3', 'Phone4']
/** The members of an address in the order of ADR, after the post office box. */
const addressMembers = ['AddressLine2', 'AddressLine1', 'City', 'StateProvince', 'ZipCode', 'Country']

const objectOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, 1]))

export const vcard: ExportFormat = {
  contentType: 'text/vcard; charset=utf-8',
  ending: 'vcf',
  only: {
    entity: 'AbEntry',
    fields: {
      ...objectOf(['Key', 'Type', 'FullName', 'CompanyName', 'FirstName', 'MiddleName', 'LastName', 'MrMs']),
      ...objectOf(['Department', 'Position', 'Website', 'LastModifyDate']),
      ...Object.fromEntries(emails.map(name => [name, { Address: 1, Default: 1 }])),
      ...Object.fromEntries(phones.map(name => [name, { Number: 1, Extension: 1, Default: 1 }])),
      Address: objectOf(addressMembers),
    },
  },
  async *write(pages) {
    for await (const records of pages) yield records.map(record => card(record as Entry)).join('')
  },
}

function card(entry: Entry): string {
  const of = (name: string): string => text(entry[name])
  const isCompany = entry.Type === 'Company'
  const person = [of('FirstName'), of('MiddleName'), of('LastName')].filter(part => part !== '').join(' ')
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    line('UID', of('Key')),
    `KIND:${isCompany ? 'org' : 'individual'}`,
    line('FN', isCompany ? of('CompanyName') : person),
    isCompany ? '' : `N:${['LastName', 'FirstName', 'MiddleName', 'MrMs'].map(of).map(escapeText).join(';')};`,
    of('CompanyName') === ''
      ? ''
      : `ORG:${[of('CompanyName'), of('Department')].filter(Boolean).map(escapeText).join(';')}`,
    line('TITLE', of('Position')),
    ...emails.map(name => contact('EMAIL', entry[name], 'Address')),
    ...phones.map(name => contact('TEL', entry[name], 'Number')),
    address(entry.Address),
    line('URL', of('Website')),
    of('LastModifyDate') === '' ? '' : `REV:${of('LastModifyDate').replace(/[-:]/g, '')}`,
    'END:VCARD',
  ]
    .filter(content => content !== '')
    .map(folded)
    .join('')
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const line = (name: string, value: string): string => (value === '' ? '' : `${name}:${escapeText(value)}`)

function contact(property: string, value: unknown, member: string): string {
  if (!isObject(value) || text(value[member]) === '') return ''
  const extension = text(value.Extension)
  const number = extension === '' ? text(value[member]) : `${text(value[member])} ext. ${extension}`
  return `${property}${value.Default === true ? ';PREF=1' : ''}:${escapeText(number)}`
}

function address(value: unknown): string {
  if (!isObject(value)) return ''
  const members = addressMembers.map(name => text(value[name]))
  return members.every(member => member === '') ? '' : `ADR:;${members.map(escapeText).join(';')}`
}

const escapeText = (value: string): string =>
  value.replace(/[\\,;]/g, character => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')

/** Lines of at most 75 bytes; a continued one begins with a blank, and no character is cut. */
function folded(content: string): string {
  let out = ''
  let bytes = 0
  for (const character of content) {
    const width = Buffer.byteLength(character)
    if (bytes + width > 75) {
      out += '\r\n '
      bytes = 1
    }
    out += character
    bytes += width
  }
  return `${out}\r\n`
}
