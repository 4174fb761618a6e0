// Declares the templates of mails that workflows send.
import { choice } from '../fields/kinds/choice.ts'
import { option } from '../fields/kinds/option.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { listedEntities } from './rules/favorite-list-rules.ts'
import { mailTemplateRules } from './rules/workflows/template-rules.ts'

export const mailTemplate = entity({
  name: 'MailTemplate',
  doc: 'The template of a mail that workflows send. `{{AbEntry/FirstName}}` in its texts stands for a field of the record that the workflow runs on, `{{AbEntry/FirstName|customer}}` has the text for an empty one.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  fields: {
    Name: text({ doc: 'What it is called.', max: 120, required: true }),
    EntityType: option({
      doc: 'The entity of the records whose fields it names; AddressBook when it is left out.',
      numeric: true,
      fixed: true,
      fallback: 1,
      items: listedEntities.map(({ key, name }) => ({ key, name })),
    }),
    Language: choice({
      doc: 'The language of the line below the mail that says how to unsubscribe; en when it is left out.',
      values: ['en', 'de', 'fr', 'es'],
    }),
    Subject: text({ doc: 'The subject of the mail.', max: 255, required: true }),
    Text: text({
      doc: 'The plain text of the mail. An empty line begins a paragraph.',
      max: 8_000,
      multiline: true,
      required: true,
    }),
  },
  indexes: [{ name: 'deleted', columns: ['db', 'deleted'] }],
  defaultOrder: ['Name'],
  display: row => row.name as string | null,
  rules: mailTemplateRules,
})
