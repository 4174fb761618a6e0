// Holds the English texts of the sign-in pages and mails; every other language has the same members.
import { type Html, html } from '../../../base/text/html.ts'

export const en = {
  /** The tag of the language, for the `lang` attribute of the page. */
  tag: 'en',
  errorTitle: (title: string): string => `Error: ${title}`,
  continueTo: (application: string): Html => html`to continue to <strong>${application}</strong>`,
  mayDo: (application: string): Html => html`<strong>${application}</strong> will be able to:`,
  scopes: {
    data: 'Read and change your customer data',
    'data.readonly': 'Read your customer data',
    webaccess: 'Use the web interface for you',
    openid: 'Know who you are',
    profile: 'Read your name, language and time zone',
    email: 'Read your e-mail address',
    offline_access: 'Stay connected until you end it',
  } as Readonly<Record<string, string>>,
  returnTo: (host: string): Html => html`You then go back to <strong>${host}</strong>.`,
  proceed: 'Continue',
  cancel: 'Cancel',
  details: 'Details',
  clientId: 'Client ID',
  redirectUri: 'Redirect URI received',
  requestId: 'Request ID',

  email: {
    title: 'Sign in',
    label: 'E-mail address',
    another: 'Use another e-mail',
  },
  confirm: {
    title: 'Check your mail',
    sent: (email: string): Html =>
      html`If <strong>${email}</strong> can sign in here, a message with a 6-digit code and a link is on its way. Both work for ten minutes.`,
    label: '6-digit code',
    hint: 'Nothing there? Look into your spam folder.',
    resend: 'Send a new code',
  },
  account: {
    title: 'Choose an account',
    several: (email: string): Html => html`<strong>${email}</strong> has more than one.`,
    another: 'Choose another account',
  },
  password: {
    title: 'Enter your password',
    in: (database: string): Html => html`Account in <strong>${database}</strong>`,
    label: 'Password',
    show: 'Show password',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    sso: 'Use single sign-on',
    or: 'or',
  },
  sso: {
    title: 'Single sign-on',
    by: (database: string): Html => html`<strong>${database}</strong> signs its people in through their organization.`,
    again: 'Try again',
  },
  factor: {
    title: 'Second factor',
    open: (email: string): Html => html`Open your authenticator app for <strong>${email}</strong>.`,
    label: '6-digit code, or a recovery code',
    hint: 'Each code works once. If you lost the app and the recovery codes, your administrator can reset the second factor.',
  },
  enroll: {
    title: 'Set up a second factor',
    required: (database: string): Html => html`<strong>${database}</strong> asks for a second factor at each sign-in.`,
    scan: 'Scan this code with an authenticator app, then type the 6-digit code that the app shows.',
    qr: 'QR code for the authenticator app',
    type: 'No camera? Type this key into the app:',
  },
  passkey: {
    use: 'Use a passkey',
    confirm: (email: string): Html => html`Confirm that you are <strong>${email}</strong>.`,
    recovery: 'Recovery code',
    codeHint: 'If you lost your passkey, use a recovery code, or ask your administrator to reset the second factor.',
    enroll: 'Set up a passkey',
    enrollHint: 'Or use your phone, your security key, or the screen lock of this device.',
    instead: 'Use a passkey instead of a password',
    insteadHint: 'You then sign in with the screen lock of your device, your phone or a security key.',
    unavailable: 'This browser cannot use passkeys, or does not run scripts.',
    notGiven: 'The browser gave no passkey. Try again, or use another way.',
  },
  recoveryCodes: {
    title: 'Your recovery codes',
    text: 'Keep them in a safe place: each works once in place of the app. They are not shown again.',
    proceed: 'I have saved them',
  },
  link: {
    title: 'Continue signing in',
    confirms: (email: string): Html => html`This confirms that <strong>${email}</strong> is yours.`,
    codeTitle: 'Your sign-in code',
    typeThere: (application: string): Html =>
      html`You began to sign in to <strong>${application}</strong> on another device or in another browser. Type this code there:`,
    notYou: 'If you did not begin a sign-in, close this page and do not share the code.',
  },
  consent: {
    title: (application: string): string => `Allow ${application}?`,
    in: (database: string): Html => html`You are signed in to <strong>${database}</strong>.`,
    loopback: 'This application runs on your own computer. Go on only if you have just started it.',
    readOnly: 'Only allow reading',
    allow: 'Allow',
    later: 'You can end this at any time, in the console under your account.',
  },
  device: {
    title: 'Connect a device',
    text: 'Type the code that the device or the command line shows.',
    check: 'Go on only if your own device shows exactly this code, and you have just started it there.',
    label: 'Code of the device',
    wrong: 'No device waits with this code. Check it; after ten minutes the device shows a new one.',
    warning:
      'A device or a command line asks for this, not this browser. Go on only if it is yours and you have just started it.',
    allowedTitle: 'Your device is connected',
    allowed: 'It goes on by itself. You can close this page.',
    deniedTitle: 'Your device was not connected',
    denied: 'You can close this page.',
    lateTitle: 'The code has expired',
    late: 'Start again on your device, which then shows a new code.',
  },
  signOut: {
    title: 'Sign out?',
    text: 'An application asks to sign you out of this browser. Other applications that you use may ask you to sign in again.',
    submit: 'Sign out',
    doneTitle: 'You are signed out',
    done: 'You can close this page.',
  },
  newPassword: {
    title: 'Choose a password',
    welcome: 'Welcome',
    for: (email: string, database: string): Html => html`for <strong>${email}</strong> in <strong>${database}</strong>`,
    label: 'New password',
    hint: 'At least 8 characters. A few words that belong together only for you are good.',
    submit: 'Save the password',
    savedTitle: 'Your password is saved',
    saved: 'Go back to the application that you want to use, and sign in with your new password.',
  },

  /** Sentences that a step shows above its form. */
  notices: {
    badEmail: (): string => 'Enter an e-mail address, such as ann@example.com.',
    wrongCode: (left: number): string => `That code is not right. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
    deadCode: (): string => 'This code can no longer be used. Send a new one.',
    codeSent: (email: string): string => `A new code is on its way to ${email}. Only the newest code works.`,
    chooseAccount: (): string => 'Choose one of your accounts.',
    wrongPassword: (): string => 'That password is not right. Try again.',
    wrongFactor: (): string => 'That code is not right, or was used before. Wait for the next one.',
    wrongSetup: (): string =>
      'That is not the code of the app at this moment. Check the clock of your device, and type the next code.',
    passkeyFailed: (): string => 'That passkey could not be checked. Try again, or use another way to sign in.',
    passkeyStale: (): string => 'That took too long, or came twice. Try again.',
    passkeyUnknown: (): string =>
      'This passkey is not known here; it may have been removed. Use another way to sign in.',
    passkeyCopied: (): string =>
      'This passkey may have been copied: its counter went back. Use another way to sign in, and remove the passkey from your account.',
    passkeyNotAlone: (): string =>
      'A passkey alone is not enough for this account. Enter your e-mail address, and go on from there.',
    passkeyOrigin: (address: string): string => `Passkeys work at ${address} only. Begin again there.`,
    noPassword: (): string => 'This account has no password yet. Ask your administrator for an invitation.',
    resetSent: (email: string): string =>
      `A link to choose a new password is on its way to ${email}. It works once, for ten minutes.`,
    tooMany: (minutes: number): string =>
      `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    noSso: (): string => 'Single sign-on is not set up for this account. Ask your administrator.',
    ssoUnreachable: (): string => 'Your organization’s sign-in cannot be reached now. Try again in a moment.',
    ssoStale: (): string => 'That sign-in took too long, or came twice. Try again.',
    ssoNoProof: (): string =>
      'Your organization did not confirm who you are. Ask your administrator to check the single sign-on settings.',
    ssoOther: (name: string): string => `Your organization signed you in as a different person (${name}).`,
    ssoNoUser: (email: string): string =>
      `Your organization signed you in, but there is no user for ${email} here. Ask your administrator for an invitation.`,
    ssoFailed: (): string => 'The sign-in at your organization did not succeed. Try again.',
    passwordLength: (): string => 'A password has at least 8 and at most 1,024 characters.',
    passwordEasy: (): string =>
      'This password is too easy to guess: it is a common one, or your own name or address. Choose another one.',
  },

  /** Error pages: a title and what to do. */
  errors: {
    ended: {
      title: 'This sign-in is over',
      text: 'It has ended, has taken too long, or was begun in another browser. Go back to the application and begin again.',
    },
    forged: {
      title: 'This form cannot be accepted',
      text: 'It did not come from the sign-in page. Go back, reload the page, and try again.',
    },
    unknown: { title: 'There is no such page', text: 'Go back to the application and begin again.' },
    deadLink: {
      title: 'This link no longer works',
      text: 'It was used before, or is older than ten minutes. Go back to the page where you began, and ask for a new code.',
    },
    deadPasswordLink: {
      title: 'This link no longer works',
      text: 'It was used before, is too old, or a newer one was sent. Ask your administrator for another invitation, or for a new password on the sign-in page.',
    },
    badRequest: {
      title: 'This sign-in link does not work',
      missing: (name: string): string => `The request does not say its ${name}.`,
      repeated: (name: string): string => `The request says its ${name} more than once.`,
      unknownClient: 'The application that sent you here is not registered.',
      otherRedirect: 'The address to return to (redirect_uri) is not one that the application registered.',
    },
    unavailable: { title: 'The sign-in cannot begin now', text: 'Go back to the application and try again.' },
    tooMany: { title: 'Too many attempts' },
  },

  codeMail: {
    subject: (code: string): string => `${code} is your sign-in code`,
    code: 'Your sign-in code is',
    type: (application: string): string =>
      `Type it into the page where you began to sign in to ${application}, or open this link:`,
    button: 'Continue signing in',
    once: 'Both work once, for ten minutes. If you did not try to sign in, ignore this mail: nothing can be done without it.',
  },
  newDeviceMail: {
    subject: (database: string): string => `New sign-in to ${database}`,
    text: (database: string): string =>
      `A browser that you had not used before has signed in to your account in ${database}.`,
    unknown: 'Unknown browser',
    from: (address: string): string => `from ${address}`,
    button: 'Show my sign-ins',
    notYou: 'If this was not you, end the session there and change your password.',
  },
  factorResetMail: {
    subject: (database: string): string => `Your second factors for ${database} were reset`,
    text: (by: string, database: string): string =>
      `${by} has removed the second factors of your account in ${database}: authenticator app, passkeys and recovery codes.`,
    button: 'Set up a second factor',
    notYou: 'If you did not ask for this, tell another administrator at once and change your password.',
  },
  resetMail: {
    subject: (database: string): string => `Choose a new password for ${database}`,
    text: (database: string): string => `A new password was requested for your account in ${database}.`,
    button: 'Choose a new password',
    once: 'The link works once, for ten minutes. If you did not ask for it, ignore this mail: your password stays as it is.',
  },
  invitationMail: {
    subject: (database: string): string => `Your account in ${database}`,
    text: (database: string): string => `You have an account in ${database}.`,
    by: (name: string, database: string): string => `${name} invites you to work in ${database}.`,
    choose: 'Choose a password to use it.',
    bySso: 'You sign in with the account of your organization.',
    open: 'Accept the invitation',
    button: 'Choose a password',
    once: 'The link works once, for seven days.',
  },
}

export type Texts = typeof en
export type NoticeName = keyof Texts['notices']
