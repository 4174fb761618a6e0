// Declares the subscribers of campaigns: a record is identified by the keys of its entry and its campaign.
import { dateTime } from '../fields/kinds/date.ts'
import { option } from '../fields/kinds/option.ts'
import { through } from '../fields/kinds/particular/through.ts'
import { keyTo, record } from '../fields/kinds/reference.ts'
import { text } from '../fields/kinds/text.ts'
import { items } from './default-items.ts'
import { entity } from './entity.ts'
import { campaignSubscriberRules } from './rules/campaign-rules.ts'

export const campaignSubscriber = entity({
  name: 'CampaignSubscriber',
  doc: 'An entry of the address book that subscribes to a campaign. Its Key is that of the entry; Key and ParentKey together name one record, on Delete and Restore too.',
  operations: ['Create', 'Read', 'Delete', 'Validate'],
  access: [{ rule: 'parent', column: 'ab_entry_key', entity: 'AbEntry' }],
  knownBy: ['Key', 'ParentKey'],
  fields: {
    Key: keyTo({ doc: 'The key of the entry that subscribes.', to: 'AbEntry', required: true, column: 'ab_entry_key' }),
    AbEntry: record({ doc: 'The entry that subscribes, as a record.', to: 'AbEntry', via: 'ab_entry_key' }),
    ParentKey: keyTo({ doc: 'The campaign.', to: 'Campaign', required: true }),
    Campaign: record({ doc: 'The campaign, as a record.', to: 'Campaign', via: 'parent_key' }),
    StartDate: dateTime({ doc: 'When the subscription began; now when it is left out.' }),
    NextDate: dateTime({ doc: 'When the next step of the campaign is due.' }),
    Status: option({
      doc: 'How far the subscriber has come.',
      numeric: true,
      fallback: 1,
      list: 'CampaignSubscriber.Status',
      defaults: items.subscriberStatus,
    }),
    DisplayValue: through({
      doc: 'The name of the entry that subscribes.',
      via: 'ab_entry_key',
      to: 'AbEntry',
      field: text({ doc: '', max: 500 }),
      theirColumn: 'display',
    }),
  },
  indexes: [
    { name: 'entry', columns: ['db', 'ab_entry_key', 'parent_key'] },
    { name: 'campaign', columns: ['db', 'parent_key', 'id'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: () => null,
  distinctBy: ['ab_entry_key', 'parent_key'],
  rules: campaignSubscriberRules,
})
