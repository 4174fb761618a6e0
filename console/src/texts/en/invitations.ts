// The words of invitations, in English.

export const invitations = {
  title: 'Invitations',
  invite: 'Invite people',
  none: 'No invitations yet.',
  folder: 'No mail server is set up: mails are written to the outbox folder of the server.',
  person: 'Person',
  status: 'Status',
  sent: 'Sent',
  until: 'until',
  again: 'Send again',
  revoke: 'Revoke',
  statuses: { pending: 'Pending', accepted: 'Accepted', expired: 'Expired', revoked: 'Revoked' },
  notSent: (reason: string) => `The mail was not sent: ${reason}`,
  sentTo: (email: string, isReset: boolean) =>
    isReset
      ? `A link to choose a new password is on its way to ${email}.`
      : `The invitation is on its way to ${email}.`,
  access: 'Access',
  linkHint: 'Sends the invitation again, or a link to choose a new password. Earlier links end.',
  sendLink: 'Send a link by mail',
  invited: (count: number) => `${count} ${count === 1 ? 'invitation' : 'invitations'} sent.`,
  submit: (count: number) => (count > 1 ? `Send ${count} invitations` : 'Send invitation'),
  addresses: 'E-mail addresses',
  addressesHint: 'One or many, with or without names, as they are copied from a mail or a spreadsheet.',
  example: 'Ann Archer <ann@example.com>',
  unread: (text: string) => `No e-mail address in: ${text}`,
  member: 'is a user already.',
  groups: 'Groups',
  language: 'Language of the mail',
  mine: 'My own language',
  administrators: 'Administrators',
  ssoOnly: 'Sign in by single sign-on alone',
}
