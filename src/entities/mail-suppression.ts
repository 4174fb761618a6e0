// Declares the addresses to which workflows send no mail.
import { choice } from '../fields/kinds/choice.ts'
import { text } from '../fields/kinds/text.ts'
import { entity } from './entity.ts'
import { mailSuppressionRules } from './rules/workflows/template-rules.ts'

export const mailSuppression = entity({
  name: 'MailSuppression',
  doc: 'An address to which workflows of this database send no mail: its owner has unsubscribed, or an administrator has added it. Deleting it allows mails again.',
  operations: ['Create', 'Read', 'Delete', 'Validate'],
  adminWrites: true,
  adminReads: true,
  fields: {
    Email: text({
      doc: 'The address; letter case does not count.',
      max: 254,
      required: true,
      pattern: { test: /^[^\s@]+@[^\s@]+$/, says: 'is not an e-mail address' },
    }),
    Reason: choice({
      doc: 'Unsubscribed (by the link of a mail) or Added.',
      values: ['Unsubscribed', 'Added'],
      readOnly: true,
    }),
  },
  indexes: [
    { name: 'email', columns: ['db', 'email_f'] },
    { name: 'deleted', columns: ['db', 'deleted'] },
  ],
  display: row => row.email as string | null,
  rules: mailSuppressionRules,
})
