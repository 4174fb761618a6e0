// Declares the users of a database, with their rights, culture and time zone.

import { isCommonPassword } from '../base/secrets/common-passwords.ts'
import { choice } from '../fields/kinds/choice.ts'
import { singleEmail } from '../fields/kinds/email.ts'
import { flag } from '../fields/kinds/flag.ts'
import { localeTag, timeZoneName } from '../fields/kinds/particular/locale-names.ts'
import { permissions } from '../fields/kinds/particular/permissions.ts'
import { uid } from '../fields/kinds/particular/uid.ts'
import { records } from '../fields/kinds/records.ts'
import { secret } from '../fields/kinds/secret.ts'
import { text } from '../fields/kinds/text.ts'
import { user as userField } from '../fields/kinds/user.ts'
import { column, required } from '../storage/table.ts'
import { creatableRights, entity } from './entity.ts'
import { userRules } from './rules/user-rules.ts'

export const user = entity({
  name: 'User',
  doc: 'A person who can sign in to this database.',
  operations: ['Create', 'Read', 'Update', 'Delete', 'Validate'],
  adminWrites: true,
  freshProof: true,
  fields: {
    Uid: uid({
      doc: 'The user id: letters, digits, dot, dash and underscore.',
      required: true,
      fixed: true,
      column: 'id',
    }),
    FirstName: text({ doc: 'First name.', max: 80 }),
    LastName: text({ doc: 'Last name.', max: 80, required: true }),
    DisplayName: text({ doc: 'The name shown; first and last name when it is left out.', max: 160 }),
    Email: singleEmail({ doc: 'The address with which the user signs in.', required: true }),
    UserName: text({
      doc: 'The name by which an identity provider knows the user (userName of SCIM), unique; the e-mail address when it is left out.',
      max: 255,
    }),
    Enabled: flag({
      doc: 'The user may sign in. Disabling ends the personal access tokens; with `Options.EndSessions` true it also ends sessions, grants, links and remembered browsers for good.',
      fallback: true,
    }),
    Admin: flag({ doc: 'The user is an administrator.', fallback: false }),
    Culture: localeTag({ doc: 'BCP 47 tag; en-US when it is left out.', max: 35 }),
    TimeZone: timeZoneName({ doc: 'IANA time zone; UTC when it is left out.', max: 60 }),
    NotificationMail: choice({
      doc: 'Which mails tell the user of notifications: None, AtOnce or Daily; None when it is left out.',
      values: ['None', 'AtOnce', 'Daily'],
    }),
    Groups: records({
      doc: 'The security groups.',
      to: 'SecurityGroup',
      inverse: 'security_group_members',
      asKeys: true,
    }),
    Manager: userField({ doc: 'To whom the user reports.' }),
    Successor: userField({
      doc: 'Who takes over the records of a disabled user: when both are written, the entries, open work and workflows of the user are handed over in the background.',
    }),
    SsoOnly: flag({ doc: 'The user signs in by single sign-on alone.', fallback: false }),
    Permissions: permissions({
      doc: 'What the user may do in each area, as Create, Read, Update and Delete. SecAccess of a record may allow less.',
      rights: creatableRights,
      admin: 'admin',
      enabled: 'enabled',
    }),
    Password: secret({
      doc: 'Sets the password; at least 8 characters, none of the common ones, and not made of the names of the user, the database and the product. It ends the grants and the remembered browsers of the user, unless `Options.EndSessions` is false, and, when an administrator sets it, the personal access tokens, unless `Options.EndTokens` is false.',
      min: 8,
      max: 256,
      refuse: text => (isCommonPassword(text) ? 'is one of the most common passwords; choose another one' : null),
    }),
  },
  hiddenColumns: [
    // The Uid in lower case.
    column('uid_f', 'text'),
    // Epoch seconds. Grants and sessions that began earlier have ended.
    required('sessions_from', 'integer', 0),
    // Epoch milliseconds. Browsers that confirmed the e-mail earlier must confirm it again.
    required('browsers_from', 'integer', 0),
  ],
  indexes: [
    { name: 'uid', columns: ['db', 'uid_f'], unique: true },
    { name: 'email', columns: ['db', 'email_f'] },
    { name: 'user_name', columns: ['db', 'user_name_f'] },
    { name: 'display', columns: ['db', 'display_f', 'id'] },
  ],
  display: row =>
    (row.display_name as string | null) ??
    ([row.first_name, row.last_name].filter(Boolean).join(' ') || (row.id as string | null)),
  rules: userRules,
})
