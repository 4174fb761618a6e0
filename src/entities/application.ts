// Declares applications, the clients of the authorization server.
import { codeText } from '../fields/kinds/code-text.ts'
import { flag } from '../fields/kinds/flag.ts'
import { jsonList, jsonValue } from '../fields/kinds/json-value.ts'
import { text } from '../fields/kinds/text.ts'
import { column } from '../storage/table.ts'
import { entity } from './entity.ts'
import { applicationRules, redirectUriList } from './rules/application-rules.ts'

export const application = entity({
  name: 'Application',
  doc: 'A client of the authorization server that serves the users of this database. `ClientSecret` is shown once. Administrators also read the applications that the command line made for all databases.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  freshProof: true,
  scope: 'global',
  commonRows: true,
  fields: {
    Name: text({ doc: 'The name that people see when they sign in.', max: 120, required: true }),
    RedirectUri: codeText({
      doc: 'https, with no query and no fragment; matched to the letter.',
      max: 2_000,
      required: true,
    }),
    MoreRedirectUris: jsonList({
      doc: 'Further redirect URIs, by the same rules; at most 20. With `standard-lane`, each may also be http on the loopback address or one of `standard-redirects`, for the standard issuer alone.',
      members: {},
      check: redirectUriList,
    }),
    Public: flag({ doc: 'Has no secret and uses PKCE.', fallback: false, fixed: true }),
    AllowS256: flag({ doc: 'Also accepts S256 as the name of the challenge method.', fallback: false }),
    PublicKeys: jsonValue({
      doc: 'Public keys by which the client authenticates at the standard issuer instead of by its secret (`private_key_jwt`): a JSON Web Key Set, `{"keys": [...]}`, or its address, `{"jwks_uri": "https://..."}`.',
      max: 20_000,
      object: true,
    }),
    ClientId: codeText({ doc: 'Given by the service.', max: 20, readOnly: true }),
  },
  hiddenColumns: [column('client_secret', 'text')],
  indexes: [{ name: 'client', columns: ['client_id'], unique: true }],
  display: row => row.name as string | null,
  rules: applicationRules,
})
