// Builds the paths of grants, sessions, remembered browsers, and of the caller's password and profile.
import { endReasons } from '../oauth/grants/end-of-grant.ts'
import { body, dataOperation, inPath, inQuery, type Paths, titled } from './parts.ts'
import { dateTime, flag, listOf, namedValues, object, type Schema, text, textOrNull, zero } from './schema.ts'

const tags = ['Authorization']
const maybeMoment = { type: ['string', 'null'], format: 'date-time' }

/** The answer of an operation that succeeded. */
export const done = (members: Readonly<Record<string, Schema>>): Schema =>
  object({ Code: zero, ...members }, ['Code', ...Object.keys(members)])

const reasons = Object.entries(endReasons).map(([value, description]) => ({ value, title: value, description }))

const grant = object(
  {
    Id: text,
    Kind: { type: 'string', enum: ['application', 'session'] },
    Application: textOrNull,
    ClientId: textOrNull,
    User: text,
    UserName: text,
    Scope: text,
    Resource: {
      type: 'string',
      enum: ['api', 'mcp', 'userinfo'],
      description: 'Where its tokens are good: the data API, the MCP server of assistants, or who the person is alone.',
    },
    Created: dateTime,
    LastUsed: dateTime,
    Expires: dateTime,
    Agent: textOrNull,
    Current: flag,
    Ended: { ...maybeMoment, description: 'When it ended; null while it can be used, and when the time is unknown.' },
    EndReason: {
      oneOf: [{ type: 'string', ...namedValues(reasons) }, { type: 'null' }],
      description: 'Why it has ended; null while it can be used.',
    },
    EndedBy: { ...textOrNull, description: 'The Uid of the person who ended it.' },
    Reason: { ...textOrNull, description: 'What that person wrote as the reason.' },
    LastRefusal: {
      oneOf: [object({ Time: dateTime, Reason: text }, ['Time', 'Reason']), { type: 'null' }],
      description: 'The last refresh of the application that was refused, and why.',
    },
  },
  ['Id'],
)

const browser = object(
  { Id: text, Agent: text, Confirmed: dateTime, LastUsed: dateTime, Expires: dateTime, Current: flag },
  ['Id'],
)

const whose = inQuery('user', text, 'The Uid of another user; for administrators.')

export function accountPaths(auth: string): Paths {
  return {
    ...grantPaths(auth),
    ...browserPaths(auth),
    ...invitationPaths(auth),
    ...profilePaths(auth),
    ...calendarPaths(auth),
  }
}

function grantPaths(auth: string): Paths {
  return {
    [`${auth}/v1/grants`]: {
      get: dataOperation('read', done({ Grants: listOf(grant), Next: textOrNull }), {
        ...titled('listGrants', tags, 'See what was granted to applications, and the sessions of the console'),
        parameters: [
          inQuery('user', text, 'The Uid of another user, or `*` for all users; for administrators.'),
          inQuery('kind', { type: 'string', enum: ['application', 'session'] }, 'Only these; both if left out.'),
          inQuery('ended', flag, 'Also those that have ended, for about 30 days.'),
          inQuery(
            'limit',
            { type: 'integer', minimum: 1, maximum: 500 },
            'The largest number of grants; 200 by default.',
          ),
          inQuery('after', text, '`Next` of the page before.'),
        ],
      }),
    },
    [`${auth}/v1/grants/{id}`]: {
      delete: dataOperation('write', done({ Grants: listOf(grant) }), {
        ...titled('revokeGrant', tags, 'End a grant with its tokens, or a session'),
        parameters: [
          inPath('id', 'The Id of a grant.', '<id>'),
          inQuery('reason', { ...text, maxLength: 200 }, 'The reason, which the list of ended grants shows.'),
        ],
      }),
    },
  }
}

function browserPaths(auth: string): Paths {
  const passwords = object({ OldPassword: text, NewPassword: text }, ['OldPassword', 'NewPassword'])
  return {
    [`${auth}/v1/browsers`]: {
      get: dataOperation('read', done({ Browsers: listOf(browser) }), {
        ...titled('listBrowsers', tags, 'See the browsers that need not confirm the e-mail'),
        parameters: [whose],
      }),
    },
    [`${auth}/v1/browsers/{id}`]: {
      delete: dataOperation('write', done({ Browsers: listOf(browser) }), {
        ...titled('forgetBrowser', tags, 'Make one browser confirm the e-mail again'),
        parameters: [inPath('id', 'The Id of a browser.', '<id>'), whose],
      }),
    },
    [`${auth}/v1/forget-browsers`]: {
      post: dataOperation('write', done({ Forgotten: flag }), {
        ...titled('forgetBrowsers', tags, 'Make every browser confirm the e-mail again'),
        requestBody: body(object({ User: text }), { example: { value: {} } }, false),
      }),
    },
    [`${auth}/v1/password`]: {
      post: dataOperation('write', done({}), {
        ...titled('changePassword', tags, 'Choose a new password of one’s own'),
        description:
          'It ends the grants, the sessions and the remembered browsers of the user. A session of the console that asks for it is replaced.',
        requestBody: body(passwords, {
          example: { value: { OldPassword: 'the old sentence', NewPassword: 'a longer sentence' } },
        }),
      }),
    },
  }
}

const invitation = object(
  {
    Uid: text,
    Key: text,
    Email: text,
    Sent: dateTime,
    SentBy: { ...text, description: 'The Uid of the administrator who sent it.' },
    Expires: dateTime,
    Accepted: { ...maybeMoment, description: 'When the user chose a password or signed in.' },
    Status: { type: 'string', enum: ['pending', 'accepted', 'expired', 'revoked'] },
  },
  ['Uid', 'Email', 'Status'],
)

const invitationResult = object(
  {
    Email: text,
    Result: {
      type: 'string',
      ...namedValues([
        { value: 'Invited', title: 'Invited', description: 'The user and the link were made.' },
        { value: 'Member', title: 'Member', description: 'A user has the address already; nothing was sent.' },
        { value: 'Refused', title: 'Refused', description: 'Errors says why.' },
      ]),
    },
    Uid: textOrNull,
    Key: textOrNull,
    Expires: maybeMoment,
    MailProblem: { ...textOrNull, description: 'Why the mail was not sent; the link can be sent again.' },
    Errors: listOf(
      object({ ErrorCode: { type: 'integer' }, Path: text, Message: text }, ['ErrorCode', 'Path', 'Message']),
    ),
  },
  ['Email', 'Result'],
)

function invitationPaths(auth: string): Paths {
  const results = { Invitations: listOf(invitationResult) }
  const person = object(
    {
      Email: text,
      Uid: { ...text, description: 'Made of the address when it is left out.' },
      FirstName: text,
      LastName: text,
      Admin: flag,
      Groups: listOf(text),
      Culture: { ...text, description: 'The language of the mail too.' },
      TimeZone: text,
      SsoOnly: flag,
    },
    ['Email'],
  )
  const uid = inPath('uid', 'The Uid of a user.', '<uid>')
  const about = (id: string, summary: string) => ({ ...titled(id, tags, summary), description: 'For administrators.' })
  return {
    [`${auth}/v1/invitations`]: {
      get: dataOperation(
        'read',
        done({ Delivery: { type: 'string', enum: ['mail', 'folder'] }, Invitations: listOf(invitation) }),
        about('listInvitations', 'See who was invited, and who has accepted'),
      ),
      post: dataOperation('write', done(results), {
        ...titled('invite', tags, 'Invite people by mail'),
        description:
          'For administrators. Each of up to 100 people becomes a user and is mailed a link, which works once, for seven days. The answer has a result for each.',
        requestBody: body(object({ People: listOf(person) }, ['People']), {
          example: { value: { People: [{ Email: 'ben@example.com', FirstName: 'Ben', LastName: 'Baker' }] } },
        }),
      }),
    },
    [`${auth}/v1/invitations/{uid}`]: {
      post: dataOperation('write', done({ Purpose: { type: 'string', enum: ['invitation', 'reset'] }, ...results }), {
        ...titled('sendInvitationAgain', tags, 'Send a user a new link'),
        description:
          'For administrators. A user who has not accepted yet gets the invitation again, any other a link to choose a new password. Earlier links end.',
        parameters: [uid],
      }),
      delete: dataOperation('write', done({ Invitations: listOf(object({ Uid: text }, ['Uid'])) }), {
        ...about('revokeInvitation', 'Revoke an invitation that was not accepted'),
        parameters: [uid],
      }),
    },
  }
}

function profilePaths(auth: string): Paths {
  const own = {
    FirstName: textOrNull,
    LastName: textOrNull,
    DisplayName: textOrNull,
    Culture: textOrNull,
    TimeZone: textOrNull,
    NotificationMail: { type: 'string', enum: ['None', 'AtOnce', 'Daily'] },
  }
  const answered = done({ Profile: object({ Uid: text, Email: textOrNull, ...own }, ['Uid']) })
  return {
    [`${auth}/v1/profile`]: {
      get: dataOperation(
        'read',
        answered,
        titled('readProfile', tags, 'See one’s own name, language, time zone and mails'),
      ),
      patch: dataOperation('write', answered, {
        ...titled('changeProfile', tags, 'Change one’s own name, language, time zone or mails'),
        description: 'Fields that are left out stay as they are.',
        requestBody: body(object(own), { example: { value: { Culture: 'de-AT', TimeZone: 'Europe/Vienna' } } }),
      }),
    },
  }
}

function calendarPaths(auth: string): Paths {
  const made = object({ Created: dateTime, Tasks: flag }, ['Created', 'Tasks'])
  const calendar = { oneOf: [made, { type: 'null' }], description: 'Null while there is no address.' } satisfies Schema
  return {
    [`${auth}/v1/calendar`]: {
      get: dataOperation(
        'read',
        done({ Calendar: calendar }),
        titled('readCalendarAddress', tags, 'See whether there is an iCalendar address of one’s own calendar'),
      ),
      post: dataOperation('write', done({ Calendar: calendar, Address: text }), {
        ...titled('createCalendarAddress', tags, 'Make a secret iCalendar address, in the place of an earlier one'),
        description: 'The address is shown once. `Tasks` puts open tasks into the calendar too.',
        requestBody: body(object({ Tasks: flag }), { example: { value: { Tasks: true } } }),
      }),
      patch: dataOperation('write', done({ Calendar: calendar }), {
        ...titled('changeCalendarAddress', tags, 'Put tasks into the calendar, or leave them out'),
        requestBody: body(object({ Tasks: flag }), { example: { value: { Tasks: true } } }),
      }),
      delete: dataOperation(
        'write',
        done({ Calendar: calendar }),
        titled('revokeCalendarAddress', tags, 'Revoke the iCalendar address'),
      ),
    },
  }
}
