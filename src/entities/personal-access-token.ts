// Declares personal access tokens, which users create for their own programs.
import { codeText } from '../fields/kinds/code-text.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { tokenStatus } from '../fields/kinds/particular/token-status.ts'
import { userKey } from '../fields/kinds/particular/user-key.ts'
import { text } from '../fields/kinds/text.ts'
import { column, required } from '../storage/table.ts'
import { entity } from './entity.ts'
import { personalAccessTokenRules } from './rules/personal-access-token-rules.ts'

const scopes = ['data', 'data.readonly', 'webaccess', 'data webaccess', 'data.readonly webaccess']

export const personalAccessToken = entity({
  name: 'PersonalAccessToken',
  doc: 'A token for programs of a user. Users see their own; `Token` is in the answer of Create and nowhere else. A token made through an application ends with that application’s grant.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  freshProof: true,
  scope: 'global',
  access: [{ rule: 'own', column: 'user_id' }],
  fields: {
    Name: text({ doc: 'What the token is for.', max: 120, required: true }),
    ExpirationDate: dateTime({
      doc: 'When it ends; at most, and unless it is given, a year from now. An Update may bring it forward.',
      column: 'expires',
    }),
    Scope: codeText({
      doc: 'data or data.readonly, webaccess, or one of the first two and webaccess. It is not wider than that of the token that makes it.',
      max: 30,
      fixed: true,
      allowed: { test: scope => scopes.includes(scope), says: `is one of ${scopes.join(', ')}` },
    }),
    UserKey: userKey({
      doc: 'Whose token it is; administrators can make one for another user.',
      fixed: true,
      column: 'user_id',
    }),
    Status: tokenStatus({
      doc: '0 active, 1 expired, 2 revoked; writing 2 revokes it.',
      expires: 'expires',
      revoked: 'revoked',
    }),
    RevokeDate: dateTime({ doc: 'When it was revoked.', readOnly: true }),
  },
  // The chain of the application's token with which this token was created. Both end together.
  hiddenColumns: [column('digest', 'text'), required('revoked', 'flag', 0), column('chain', 'text')],
  indexes: [
    { name: 'digest', columns: ['digest'], unique: true },
    { name: 'user', columns: ['db', 'user_id'] },
  ],
  display: row => row.name as string | null,
  rules: personalAccessTokenRules,
})
