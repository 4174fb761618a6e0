// The words of the page before signing in, in English.

export const landing = {
  title: 'Sign in',
  hint: 'Customers, deals and everything said about them.',
  database: 'Database',
  databaseHint: 'Leave it empty to choose after you have signed in.',
  signIn: 'Sign in',
  open: 'Open',
  yours: 'Signed in on this browser',
  documents: 'Documents',
  reference: 'API reference',
  health: 'Health',
}
