// The words of the page before signing in, in English.

export const landing = {
  hint: 'Your customers, deals and conversations.',
  database: 'Database',
  databaseHint: 'Leave empty to choose after signing in.',
  signIn: 'Sign in',
  yours: 'Signed in with this browser',
  other: 'Sign in to another database',
  demo: 'Open the demo',
  demoHint: 'Signs you in as Ada, the demo administrator. Works on this computer only.',
  documents: 'Documentation',
  reference: 'API reference',
}
