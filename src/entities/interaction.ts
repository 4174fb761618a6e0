// Declares interactions: calls, messages and meetings with entries or leads.
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { jsonValue } from '../fields/kinds/json-value.ts'
import { integer } from '../fields/kinds/number.ts'
import { option } from '../fields/kinds/option.ts'
import { firstOf } from '../fields/kinds/particular/first-of.ts'
import { records } from '../fields/kinds/records.ts'
import { record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { interactionRules } from './rules/interaction-rules.ts'
import { withField, withKeyField } from './shared-lists.ts'

export const interaction = entity({
  name: 'Interaction',
  aliases: ['InteractionLog'],
  doc: 'Something that happened with one or more entries or leads: a call, a message, a meeting.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  access: [
    {
      rule: 'anyOf',
      lists: [
        { table: 'interaction_ab_entries', entity: 'AbEntry' },
        { table: 'interaction_leads', entity: 'Lead' },
      ],
    },
  ],
  fields: {
    Type: option({
      doc: 'The kind of interaction.',
      list: 'Interaction.Type',
      defaults: items.interactionType,
      required: true,
    }),
    AbEntryKey: firstOf({
      doc: 'The first of AbEntries; criteria find any of them.',
      table: 'interaction_ab_entries',
      to: 'AbEntry',
    }),
    AbEntry: record({ doc: 'The first of AbEntries, as a record.', to: 'AbEntry', via: 'ab_entry_key' }),
    LeadKey: firstOf({
      doc: 'The first of Leads; criteria find any of them.',
      table: 'interaction_leads',
      to: 'Lead',
    }),
    Lead: record({ doc: 'The first of Leads, as a record.', to: 'Lead', via: 'lead_key' }),
    AbEntries: records({ doc: 'The entries that took part.', to: 'AbEntry' }),
    Leads: records({ doc: 'The leads that took part.', to: 'Lead' }),
    Users: records({ doc: 'The users who took part.', to: 'User' }),
    User: user({ doc: 'The user who is responsible for it; the caller when it is left out.' }),
    WithKey: withKeyField,
    With: withField,
    Subject: text({ doc: 'Subject.', max: 255 }),
    Description: text({ doc: 'What was said.', max: 32_000, multiline: true }),
    Attachment: text({ doc: 'Name of an attachment.', max: 255 }),
    StartDate: dateTime({ doc: 'When it began; now when it is left out.' }),
    EndDate: dateTime({ doc: 'When it ended.' }),
    Duration: integer({ doc: 'Minutes; EndDate minus StartDate when it is left out.', min: 0 }),
    Direction: option({
      doc: '1 incoming, 2 outgoing.',
      numeric: true,
      items: [
        { key: 1, name: 'Incoming' },
        { key: 2, name: 'Outgoing' },
      ],
    }),
    Completed: flag({ doc: 'It is over.', fallback: false }),
    Priority: option({ doc: 'Priority.', list: 'Interaction.Priority', defaults: items.priority }),
    Recurring: flag({ doc: 'It belongs to a series.', fallback: false }),
    Source: text({ doc: 'Where the record came from.', max: 80 }),
    Data: jsonValue({ doc: 'Any JSON that a program keeps with it; the service does not look into it.', max: 64_000 }),
    Result: option({ doc: 'How it ended.', list: 'Interaction.Result', defaults: items.interactionResult }),
    Category: option({ doc: 'What it was about.', list: 'Interaction.Category', defaults: items.interactionCategory }),
  },
  indexes: [
    { name: 'start', columns: ['db', 'start_date', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => (row.subject as string | null) ?? null,
  searchWords: row => ({ text: [row.subject, row.description] as (string | null)[] }),
  readNeeds: [
    'AbEntries/Key',
    'AbEntryKey',
    'AbEntries',
    'AbEntry/Key',
    'Leads/Key',
    'LeadKey',
    'Leads',
    'Lead/Key',
    'WithKey',
    'With/Key',
    'Key',
  ],
  rules: interactionRules,
})
