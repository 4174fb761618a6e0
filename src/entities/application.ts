// Declares applications, the clients of the authorization server.
import { codeText } from '../fields/kinds/code-text.ts'
import { flag } from '../fields/kinds/flag.ts'
import { text } from '../fields/kinds/text.ts'
import { column } from '../storage/table.ts'
import { entity } from './entity.ts'
import { applicationRules } from './rules/application-rules.ts'

export const application = entity({
  name: 'Application',
  doc: 'A client of the authorization server that serves the users of this database. `ClientSecret` is shown once.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  scope: 'global',
  fields: {
    Name: text({ doc: 'The name that people see when they sign in.', max: 120, required: true }),
    RedirectUri: codeText({
      doc: 'https, with no query and no fragment; matched to the letter.',
      max: 2_000,
      required: true,
    }),
    Public: flag({ doc: 'Has no secret and uses PKCE.', fallback: false, fixed: true }),
    AllowS256: flag({ doc: 'Also accepts S256 as the name of the challenge method.', fallback: false }),
    ClientId: codeText({ doc: 'Given by the service.', max: 20, readOnly: true }),
  },
  hiddenColumns: [column('client_secret', 'text')],
  indexes: [{ name: 'client', columns: ['client_id'], unique: true }],
  display: row => row.name as string | null,
  rules: applicationRules,
})
