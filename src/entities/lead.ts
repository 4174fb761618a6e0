// Declares leads, people and companies that may become address book entries.
import { address } from '../fields/kinds/address.ts'
import { ageBetween } from '../fields/kinds/age.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { singleEmail } from '../fields/kinds/email.ts'
import { integer } from '../fields/kinds/number.ts'
import { option } from '../fields/kinds/option.ts'
import { digitsOf, phone } from '../fields/kinds/phone.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { suggestedText } from '../fields/kinds/suggested-text.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { column } from '../storage/table.ts'
import { items } from './default-items.ts'
import { entity, type RecordRow } from './entity.ts'
import { favoriteCriteria, favoriteListsField } from './favorites.ts'
import { leadRules } from './rules/lead-rules.ts'
import { tagsField } from './tags.ts'

const name = (row: RecordRow) => [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' ')

const stagesOfProcess = { records: 'ProcessStageSetup', within: 'ProcessSetupKey' }

export const lead = entity({
  name: 'Lead',
  doc: 'Someone who may become a customer. A name or a company is mandatory.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  fields: {
    CompanyName: text({ doc: "The company's name.", max: 160 }),
    MrMs: suggestedText({ doc: 'Form of address.', max: 40, list: 'AbEntry.MrMs' }),
    FirstName: text({ doc: 'First name.', max: 80 }),
    MiddleName: text({ doc: 'Middle name.', max: 80 }),
    LastName: text({ doc: 'Last name.', max: 80 }),
    FullName: text({ doc: 'The name, with the company after it.', max: 500, readOnly: true, column: 'display' }),
    Salutation: suggestedText({ doc: 'How a letter begins.', max: 80, list: 'AbEntry.Salutation' }),
    Position: suggestedText({ doc: 'Position or job title.', max: 80, list: 'AbEntry.Position' }),
    Email: singleEmail({ doc: 'E-mail address.' }),
    Phone1: phone({ doc: 'Telephone number.' }),
    Phone2: phone({ doc: 'Another telephone number.' }),
    WebSite: text({ doc: 'Web address.', max: 500, aliases: ['Website'] }),
    Address: address({ doc: 'Address.' }),
    Status: option({ doc: 'How far it has come.', list: 'Lead.Status', defaults: items.leadStatus }),
    Source: option({ doc: 'Where it came from.', list: 'Lead.Source', defaults: items.leadSource }),
    Industry: option({ doc: 'Industry.', list: 'Lead.Industry', defaults: items.industry }),
    NoEmployees: integer({ doc: 'How many people work there.', min: 0 }),
    SourceUrl: text({ doc: 'The web page that it came from.', max: 2_000 }),
    CampaignKey: keyTo({ doc: 'The campaign that it came from.', to: 'Campaign' }),
    Campaign: record({ doc: 'The campaign that it came from, as a record.', to: 'Campaign', via: 'campaign_key' }),
    PartnerKey: keyTo({ doc: 'The partner who brought it.', to: 'AbEntry', optionSource: { records: 'AbEntry' } }),
    Partner: record({
      doc: 'The partner who brought it, as a record.',
      to: 'AbEntry',
      via: 'partner_key',
      writable: true,
      optionSource: { records: 'AbEntry' },
    }),
    ArchivedDate: dateTime({ doc: 'When it was archived.' }),
    Age: ageBetween({
      doc: 'Days since it was created, until it was archived.',
      from: 'created',
      until: 'archived_date',
    }),
    AssignedTo: user({ doc: 'The user who follows it up.' }),
    ProcessSetupKey: keyTo({
      doc: 'The process that it goes through.',
      to: 'ProcessSetup',
      optionSource: { records: 'ProcessSetup' },
    }),
    ProcessSetup: record({
      doc: 'The process, as a record.',
      to: 'ProcessSetup',
      via: 'process_setup_key',
      optionSource: { records: 'ProcessSetup' },
    }),
    ProcessStageSetupKey: keyTo({
      doc: 'The stage of its process; writing it alone brings the process.',
      to: 'ProcessStageSetup',
      optionSource: stagesOfProcess,
    }),
    ProcessStageSetup: record({
      doc: 'The stage of its process, as a record.',
      to: 'ProcessStageSetup',
      via: 'process_stage_setup_key',
      optionSource: stagesOfProcess,
    }),
    OpportunityKey: keyTo({ doc: 'The opportunity that it became.', to: 'Opportunity' }),
    Opportunity: record({
      doc: 'The opportunity that it became, as a record.',
      to: 'Opportunity',
      via: 'opportunity_key',
    }),
    AbEntryKey: keyTo({ doc: 'The entry that it became.', to: 'AbEntry' }),
    AbEntry: record({ doc: 'The entry that it became, as a record.', to: 'AbEntry', via: 'ab_entry_key' }),
    FavoriteLists: favoriteListsField,
    Tags: tagsField,
  },
  criteria: favoriteCriteria,
  // What its conversion made and moved, as JSON, so that Restore can undo it.
  hiddenColumns: [column('conversion', 'text')],
  indexes: [
    { name: 'process', columns: ['db', 'process_setup_key'], fewValues: true },
    { name: 'stage', columns: ['db', 'process_stage_setup_key'], fewValues: true },
    { name: 'opportunity', columns: ['db', 'opportunity_key'] },
    { name: 'entry', columns: ['db', 'ab_entry_key'] },
    { name: 'partner', columns: ['db', 'partner_key'] },
    { name: 'campaign', columns: ['db', 'campaign_key'] },
    { name: 'email', columns: ['db', 'email_f'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row =>
    name(row) && row.company_name
      ? `${name(row)} - ${row.company_name}`
      : name(row) || (row.company_name as string | null),
  phrase: 'names',
  searchWords: row => ({
    text: [],
    names: [row.first_name, row.middle_name, row.last_name, row.company_name] as (string | null)[],
    emails: [row.email as string | null],
    phones: [digitsOf(row.phone1_number), digitsOf(row.phone2_number)],
  }),
  owns: [
    { entity: 'Interaction', list: 'interaction_leads' },
    { entity: 'Document', mixed: 'parent' },
    { entity: 'Note', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'parent' },
    { entity: 'WorkflowInstance', mixed: 'with' },
  ],
  merge: { places: [['Phone1', 'Phone2']] },
  erasable: true,
  rules: leadRules,
})
