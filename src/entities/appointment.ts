// Declares appointments, which are planned meetings.
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { option } from '../fields/kinds/option.ts'
import { records } from '../fields/kinds/records.ts'
import { suggestedText } from '../fields/kinds/suggested-text.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { appointmentRules } from './rules/appointment-rules.ts'
import { categoryField, productField, withField, withKeyField } from './shared-lists.ts'

export const appointment = entity({
  name: 'Appointment',
  doc: 'A meeting with entries, leads and users.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  fields: {
    Subject: suggestedText({ doc: 'Subject.', max: 255, required: true, list: 'Appointment.Subject' }),
    StartDate: dateTime({ doc: 'When it begins.', required: true }),
    EndDate: dateTime({ doc: 'When it ends.' }),
    Description: text({ doc: 'Description.', max: 32_000, multiline: true }),
    Location: suggestedText({ doc: 'Where it takes place.', max: 255, list: 'Appointment.Location' }),
    Private: flag({ doc: 'User interfaces show others that the time is taken, not for what.', fallback: false }),
    SendInvitations: flag({
      doc: 'All participants except the organizer get an invitation as iCalendar by mail, its changes, and its end.',
      fallback: false,
    }),
    Priority: option({ doc: 'Priority.', list: 'Appointment.Priority', defaults: items.priority }),
    Result: option({ doc: 'How it ended.', list: 'Interaction.Result' }),
    InteractionCategory: option({ doc: 'What it is about.', list: 'Interaction.Category' }),
    AbEntries: records({ doc: 'The entries that take part.', to: 'AbEntry' }),
    Leads: records({ doc: 'The leads that take part.', to: 'Lead' }),
    Users: records({ doc: 'The users who take part.', to: 'User' }),
    Resources: records({
      doc: 'The resources that it needs.',
      to: 'Resource',
      optionSource: { records: 'Resource' },
    }),
    WithKey: withKeyField,
    With: withField,
    Organizer: user({ doc: 'The user who called it; the caller when it is left out.' }),
    Product: productField,
    Category: categoryField,
  },
  indexes: [
    { name: 'start', columns: ['db', 'start_date', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.subject as string | null,
  searchWords: row => ({ text: [row.subject, row.description, row.location] as (string | null)[] }),
  rules: appointmentRules,
})
