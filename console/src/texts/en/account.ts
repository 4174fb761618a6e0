// The words of the account page, in English.

export const account = {
  title: 'Account',
  profile: 'Profile',
  name: 'Name',
  email: 'E-mail',
  uid: 'User id',
  role: 'Role',
  administrator: 'Administrator',
  user: 'User',
  culture: 'Language and region',
  timeZone: 'Time zone',
  currency: 'Currency of the database',
}
