// Declares the log of sign-ins, which the service writes.
import { choice } from '../fields/kinds/choice.ts'
import { codeText } from '../fields/kinds/code-text.ts'
import { dateTime } from '../fields/kinds/date.ts'
import { flag } from '../fields/kinds/flag.ts'
import { jsonList } from '../fields/kinds/json-value.ts'
import { text } from '../fields/kinds/text.ts'
import { user } from '../fields/kinds/user.ts'
import { entity } from './entity.ts'

const readOnly = true

/** Why a sign-in was refused. */
const signInReasons = [
  'WrongCode',
  'WrongPassword',
  'WrongFactor',
  'WrongPasskey',
  'CopiedPasskey',
  'OtherIdentity',
  'NoIdentity',
  'NoUser',
  'ProviderFailed',
  'TooManyAttempts',
] as const

export type SignInReason = (typeof signInReasons)[number]

export const signIn = entity({
  name: 'SignIn',
  doc: 'Sign-ins to this database and refused attempts, kept for 90 days unless `sign-in-days` is another number. Administrators read all of them, other users their own. The service writes them.',
  operations: ['Read'],
  access: [{ rule: 'own', column: 'creator' }],
  fields: {
    Time: dateTime({ doc: 'When it happened.', readOnly, column: 'created', always: true, seconds: true }),
    User: user({
      doc: 'Whose account it was; null for a person without a user, whom single sign-on refused.',
      readOnly,
      column: 'creator',
    }),
    Outcome: choice({ doc: 'SignedIn or Refused.', values: ['SignedIn', 'Refused'], readOnly }),
    Reason: choice({
      doc: 'Why it was refused; null for a sign-in that succeeded. CopiedPasskey: the counter of the passkey went back, as that of a copy does. NoUser: the provider signed in a person who is no user, and new users are not made. TooManyAttempts appears once for each time that attempts were held back.',
      values: signInReasons,
      readOnly,
    }),
    Proofs: jsonList({
      doc: 'What the person had proved: Code or Link (of a mail), Browser (one that is remembered), Invitation, Password, SingleSignOn, Passkey, Totp (a code of an authenticator app), RecoveryCode.',
      members: {},
      readOnly,
    }),
    Application: text({ doc: 'The application that was signed in to; `console` for the console.', max: 160, readOnly }),
    Email: codeText({
      doc: 'The address of a person without a user, which the browser had confirmed.',
      max: 255,
      readOnly,
    }),
    Address: codeText({ doc: 'The network address of the browser.', max: 60, readOnly }),
    Agent: codeText({ doc: 'The User-Agent of the browser.', max: 300, readOnly }),
    NewDevice: flag({ doc: 'The user had not signed in with this browser before.', fallback: false, readOnly }),
  },
  indexes: [
    { name: 'time', columns: ['db', 'created', 'id'] },
    { name: 'user', columns: ['db', 'creator', 'created', 'id'] },
  ],
  display: row => row.outcome as string | null,
})
