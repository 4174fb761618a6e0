// Declares the address book: companies, individuals, and their contacts.
import { choice } from '../fields/kinds/choice.ts'
import { date } from '../fields/kinds/date.ts'
import { defaultColumns } from '../fields/kinds/default-of.ts'
import { defaultEmail, email } from '../fields/kinds/email.ts'
import { flag } from '../fields/kinds/flag.ts'
import { option } from '../fields/kinds/option.ts'
import { options } from '../fields/kinds/options.ts'
import { companyName, companyNameOpen } from '../fields/kinds/particular/company-name.ts'
import { entryAddress } from '../fields/kinds/particular/entry-address.ts'
import { defaultPhone, digitsOf, phone } from '../fields/kinds/phone.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { secAccess } from '../fields/kinds/sec-access.ts'
import { suggestedText } from '../fields/kinds/suggested-text.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { required } from '../storage/table.ts'
import { items } from './default-items.ts'
import { entity, type RecordRow } from './entity.ts'
import { favoriteCriteria, favoriteListsField } from './favorites.ts'
import { abEntryRules } from './rules/ab-entry-rules.ts'
import { matchKeysOf } from './rules/match-keys.ts'
import { tagsField } from './tags.ts'

const persons = ['Individual', 'Contact']
const phones = ['Phone1', 'Phone2', 'Phone3', 'Phone4']
const emails = ['Email1', 'Email2', 'Email3']
const searcher = 'IAbEntrySearcher'

const str = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** "First Middle Last", followed by the company of an Individual; for a Company its own name. */
function fullName(row: RecordRow): string | null {
  if (row.type === 'Company') return str(row.company_name)
  const person = [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' ')
  if (row.type === 'Individual' && row.company_name) return `${person} - ${row.company_name}`
  return person === '' ? null : person
}

export const abEntry = entity({
  name: 'AbEntry',
  doc: 'An entry of the address book: a Company, an Individual, or a Contact of one of these.',
  types: ['Company', 'Individual', 'Contact'],
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [{ rule: 'secAccess', column: 'sec_access' }],
  fields: {
    Type: choice({
      doc: 'Company, Individual or Contact; on Create it follows from ParentKey when it is left out.',
      values: ['Company', 'Individual', 'Contact'],
      required: true,
      fixed: true,
    }),
    ParentKey: keyTo({
      doc: 'The Company or Individual that a Contact belongs to.',
      to: 'AbEntry',
      required: ['Contact'],
      appliesTo: ['Contact'],
      fixed: true,
    }),
    Parent: record({
      doc: 'The parent entry, with any of its fields; null for users who may not read it.',
      to: 'AbEntry',
      via: 'parent_key',
      vanishes: true,
      driver: searcher,
    }),
    CompanyName: companyName({
      doc: "The company's name; an Individual's company; for a Contact the name of its parent's company, read only.",
      max: 160,
      required: ['Company'],
      appliesTo: ['Company', 'Individual'],
    }),
    FirstName: text({ doc: 'First name.', max: 80, appliesTo: persons }),
    MiddleName: text({ doc: 'Middle name.', max: 80, appliesTo: persons }),
    LastName: text({ doc: 'Last name.', max: 80, appliesTo: persons, required: persons }),
    FullName: text({ doc: 'The full name, composed according to Type.', max: 500, readOnly: true, column: 'display' }),
    MrMs: suggestedText({
      doc: 'Form of address.',
      max: 40,
      list: 'AbEntry.MrMs',
      defaults: items.mrMs,
      appliesTo: persons,
    }),
    Salutation: suggestedText({
      doc: 'How a letter begins.',
      max: 80,
      list: 'AbEntry.Salutation',
      defaults: items.salutation,
      appliesTo: persons,
    }),
    Division: suggestedText({ doc: 'Division.', max: 80, list: 'AbEntry.Division', defaults: items.division }),
    Department: suggestedText({ doc: 'Department.', max: 80, list: 'AbEntry.Department', defaults: items.department }),
    Position: suggestedText({
      doc: 'Position or job title.',
      max: 80,
      list: 'AbEntry.Position',
      defaults: items.position,
    }),
    Phone: defaultPhone({ doc: 'The default telephone number.', of: phones }),
    ...Object.fromEntries(phones.map((name, i) => [name, phone({ doc: `Telephone number ${i + 1}.` })])),
    Email: defaultEmail({ doc: 'The default e-mail address.', of: emails }),
    ...Object.fromEntries(emails.map((name, i) => [name, email({ doc: `E-mail address ${i + 1}.` })])),
    Website: text({ doc: 'Web address.', max: 500, aliases: ['WebSite'] }),
    Address: entryAddress({
      doc: 'The default one of its addresses. Writing it changes that one, or creates the first; null deletes it, and the oldest of the others takes its place.',
    }),
    AccountManager: user({ doc: 'The user who looks after the entry.' }),
    LastContactDate: date({ doc: 'The day of the last contact; interactions move it forward.', orderDriver: searcher }),
    TerritoryKey: keyTo({ doc: 'The sales territory.', to: 'Territory' }),
    Territory: record({ doc: 'The sales territory as a record.', to: 'Territory', via: 'territory_key' }),
    TerritoryStatus: option({
      doc: 'How the entry came into its territory.',
      list: 'AbEntry.TerritoryStatus',
      defaults: items.territoryStatus,
    }),
    Category: options({ doc: 'Categories.', list: 'AbEntry.Category', defaults: items.abEntryCategory }),
    Lead: flag({ doc: 'The entry is starred as a lead.', fallback: false }),
    ReportsToKey: keyTo({ doc: 'The Contact that this Contact reports to.', to: 'AbEntry', appliesTo: ['Contact'] }),
    ReportsTo: record({ doc: 'The Contact that this Contact reports to.', to: 'AbEntry', via: 'reports_to_key' }),
    SecAccess: secAccess({ doc: 'Who may read and who may write the entry.' }),
    FavoriteLists: favoriteListsField,
    Tags: tagsField,
  },
  criteria: favoriteCriteria,
  hiddenColumns: [required(companyNameOpen, 'flag', 0)],
  indexes: [
    { name: 'parent', columns: ['db', 'parent_key', 'id'] },
    // A list of companies skips persons without reading their rows.
    { name: 'display', columns: ['db', 'display_f', 'id', 'type'] },
    { name: 'company', columns: ['db', 'company_name_f', 'id'] },
    { name: 'last_name', columns: ['db', 'last_name_f', 'id'] },
    { name: 'email', columns: ['db', 'email_f', 'id'] },
    { name: 'contacted', columns: ['db', 'last_contact_date', 'id'] },
    { name: 'created', columns: ['db', 'created', 'id'] },
    { name: 'reports_to', columns: ['db', 'reports_to_key'] },
    { name: 'city', columns: ['db', 'address_city_f', 'id'], commonValues: true },
    { name: 'cell', columns: ['db', 'address_location_cell'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: fullName,
  derive: row => ({
    ...defaultColumns(row, 'phone', phones, 'number'),
    ...defaultColumns(row, 'email', emails, 'address'),
  }),
  phrase: 'names',
  searchWords: row => ({
    text: [],
    names: [row.first_name, row.middle_name, row.last_name, row.type === 'Contact' ? null : row.company_name].map(
      str => (typeof str === 'string' ? str : null),
    ),
    emails: emails.map((_, i) => str(row[`email${i + 1}_address`])),
    phones: phones.map((_, i) => digitsOf(row[`phone${i + 1}_number`])),
  }),
  matchKeys: matchKeysOf,
  merge: { places: [emails, phones] },
  owns: [
    { entity: 'AbEntry', column: 'parent_key' },
    { entity: 'Opportunity', column: 'ab_entry_key' },
    { entity: 'Case', column: 'ab_entry_key' },
    { entity: 'Interaction', list: 'interaction_ab_entries' },
    { entity: 'Document', mixed: 'parent' },
    { entity: 'Note', mixed: 'parent' },
    { entity: 'Address', column: 'parent_key' },
    { entity: 'CustomChild', mixed: 'parent' },
    { entity: 'RelatedEntry', column: 'from_key' },
    { entity: 'RelatedEntry', column: 'to_key' },
    { entity: 'CampaignSubscriber', column: 'ab_entry_key' },
    { entity: 'WorkflowInstance', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'with' },
  ],
  becomesFrom: [{ entity: 'Lead', column: 'ab_entry_key' }],
  erasable: true,
  rules: abEntryRules,
})
