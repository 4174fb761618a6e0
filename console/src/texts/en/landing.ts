// The words of the page before signing in, in English.

export const landing = {
  hint: 'Customers, deals and everything said about them.',
  database: 'Database',
  databaseHint: 'Leave it empty to choose after you have signed in.',
  signIn: 'Sign in',
  yours: 'Signed in on this browser',
  other: 'Sign in to another database',
  demo: 'Open the demo',
  demoHint: 'As Ada, an administrator of the demo database. It works on this machine only.',
  documents: 'Documents',
  reference: 'API reference',
}
