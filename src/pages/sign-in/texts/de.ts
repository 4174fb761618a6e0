// Holds the German texts of the sign-in pages and mails.
import { html } from '../../../base/text/html.ts'
import type { Texts } from './en.ts'

export const de: Texts = {
  tag: 'de',
  errorTitle: title => `Fehler: ${title}`,
  continueTo: application => html`um mit <strong>${application}</strong> fortzufahren`,
  mayDo: application => html`<strong>${application}</strong> darf dann:`,
  scopes: {
    data: 'Ihre Kundendaten lesen und ändern',
    'data.readonly': 'Ihre Kundendaten lesen',
    webaccess: 'Die Weboberfläche für Sie benutzen',
    openid: 'Wissen, wer Sie sind',
    profile: 'Ihren Namen, Ihre Sprache und Ihre Zeitzone lesen',
    email: 'Ihre E-Mail-Adresse lesen',
    offline_access: 'Verbunden bleiben, bis Sie es beenden',
  },
  returnTo: host => html`Danach kehren Sie zu <strong>${host}</strong> zurück.`,
  proceed: 'Weiter',
  cancel: 'Abbrechen',
  details: 'Einzelheiten',
  clientId: 'Client-ID',
  redirectUri: 'Empfangene Redirect-URI',
  requestId: 'Anfrage-ID',

  email: {
    title: 'Anmelden',
    label: 'E-Mail-Adresse',
    another: 'Andere E-Mail-Adresse verwenden',
  },
  confirm: {
    title: 'Sehen Sie in Ihr Postfach',
    sent: email =>
      html`Wenn sich <strong>${email}</strong> hier anmelden kann, ist eine Nachricht mit einem 6-stelligen Code und einem Link unterwegs. Beide gelten zehn Minuten.`,
    label: '6-stelliger Code',
    hint: 'Nichts da? Sehen Sie im Spam-Ordner nach.',
    resend: 'Neuen Code senden',
  },
  account: {
    title: 'Konto wählen',
    several: email => html`<strong>${email}</strong> hat mehrere Konten.`,
    another: 'Anderes Konto wählen',
  },
  password: {
    title: 'Passwort eingeben',
    in: database => html`Konto in <strong>${database}</strong>`,
    label: 'Passwort',
    show: 'Passwort anzeigen',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    sso: 'Mit Single Sign-on anmelden',
    or: 'oder',
  },
  sso: {
    title: 'Single Sign-on',
    by: database => html`<strong>${database}</strong> meldet seine Benutzer über ihre Organisation an.`,
    again: 'Noch einmal versuchen',
  },
  factor: {
    title: 'Zweiter Faktor',
    open: email => html`Öffnen Sie Ihre Authenticator-App für <strong>${email}</strong>.`,
    label: '6-stelliger Code oder ein Wiederherstellungscode',
    hint: 'Jeder Code gilt einmal. Wenn Sie App und Wiederherstellungscodes verloren haben, kann Ihr Administrator den zweiten Faktor zurücksetzen.',
  },
  enroll: {
    title: 'Zweiten Faktor einrichten',
    required: database => html`<strong>${database}</strong> verlangt bei jeder Anmeldung einen zweiten Faktor.`,
    scan: 'Scannen Sie diesen Code mit einer Authenticator-App und geben Sie den 6-stelligen Code ein, den die App anzeigt.',
    qr: 'QR-Code für die Authenticator-App',
    type: 'Keine Kamera? Geben Sie diesen Schlüssel in die App ein:',
  },
  passkey: {
    use: 'Passkey verwenden',
    confirm: email => html`Bestätigen Sie, dass Sie <strong>${email}</strong> sind.`,
    recovery: 'Wiederherstellungscode',
    codeHint:
      'Wenn Sie Ihren Passkey verloren haben, verwenden Sie einen Wiederherstellungscode, oder bitten Sie Ihren Administrator, den zweiten Faktor zurückzusetzen.',
    enroll: 'Passkey einrichten',
    enrollHint: 'Oder verwenden Sie Ihr Telefon, Ihren Sicherheitsschlüssel oder die Bildschirmsperre dieses Geräts.',
    instead: 'Passkey statt eines Passworts verwenden',
    insteadHint:
      'Sie melden sich dann mit der Bildschirmsperre Ihres Geräts, Ihrem Telefon oder einem Sicherheitsschlüssel an.',
    unavailable: 'Dieser Browser kann keine Passkeys verwenden oder führt keine Skripte aus.',
    notGiven:
      'Der Browser hat keinen Passkey geliefert. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
  },
  recoveryCodes: {
    title: 'Ihre Wiederherstellungscodes',
    text: 'Bewahren Sie sie sicher auf: jeder gilt einmal anstelle der App. Sie werden nicht wieder angezeigt.',
    proceed: 'Ich habe sie gesichert',
  },
  link: {
    title: 'Anmeldung fortsetzen',
    confirms: email => html`Damit bestätigen Sie, dass <strong>${email}</strong> Ihnen gehört.`,
    codeTitle: 'Ihr Anmeldecode',
    typeThere: application =>
      html`Sie haben die Anmeldung bei <strong>${application}</strong> auf einem anderen Gerät oder in einem anderen Browser begonnen. Geben Sie diesen Code dort ein:`,
    notYou: 'Wenn Sie keine Anmeldung begonnen haben, schließen Sie diese Seite und geben Sie den Code niemandem.',
  },
  consent: {
    title: application => `${application} erlauben?`,
    in: database => html`Sie sind bei <strong>${database}</strong> angemeldet.`,
    loopback:
      'Diese Anwendung läuft auf Ihrem eigenen Computer. Fahren Sie nur fort, wenn Sie sie gerade gestartet haben.',
    readOnly: 'Nur das Lesen erlauben',
    allow: 'Erlauben',
    later: 'Sie können das jederzeit in der Konsole unter Ihrem Konto beenden.',
  },
  device: {
    title: 'Gerät verbinden',
    text: 'Geben Sie den Code ein, den das Gerät oder die Befehlszeile zeigt.',
    check:
      'Fahren Sie nur fort, wenn Ihr eigenes Gerät genau diesen Code zeigt und Sie es dort gerade gestartet haben.',
    label: 'Code des Geräts',
    wrong: 'Kein Gerät wartet mit diesem Code. Prüfen Sie ihn; nach zehn Minuten zeigt das Gerät einen neuen.',
    warning:
      'Ein Gerät oder eine Befehlszeile bittet darum, nicht dieser Browser. Fahren Sie nur fort, wenn es Ihres ist und Sie es gerade gestartet haben.',
    allowedTitle: 'Ihr Gerät ist verbunden',
    allowed: 'Es fährt von selbst fort. Sie können diese Seite schließen.',
    deniedTitle: 'Ihr Gerät wurde nicht verbunden',
    denied: 'Sie können diese Seite schließen.',
    lateTitle: 'Der Code ist abgelaufen',
    late: 'Beginnen Sie auf Ihrem Gerät von vorn; es zeigt dann einen neuen Code.',
  },
  signOut: {
    title: 'Abmelden?',
    text: 'Eine Anwendung möchte Sie in diesem Browser abmelden. Andere Anwendungen bitten Sie danach vielleicht wieder um eine Anmeldung.',
    submit: 'Abmelden',
    doneTitle: 'Sie sind abgemeldet',
    done: 'Sie können diese Seite schließen.',
  },
  newPassword: {
    title: 'Passwort wählen',
    welcome: 'Willkommen',
    for: (email, database) => html`für <strong>${email}</strong> in <strong>${database}</strong>`,
    label: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen. Gut sind einige Wörter, die nur für Sie zusammengehören.',
    submit: 'Passwort speichern',
    savedTitle: 'Ihr Passwort ist gespeichert',
    saved:
      'Kehren Sie zu der Anwendung zurück, die Sie benutzen möchten, und melden Sie sich mit dem neuen Passwort an.',
  },

  notices: {
    badEmail: () => 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ann@example.com.',
    wrongCode: left => `Dieser Code ist nicht richtig. Noch ${left} ${left === 1 ? 'Versuch' : 'Versuche'}.`,
    deadCode: () => 'Dieser Code gilt nicht mehr. Senden Sie einen neuen.',
    codeSent: email => `Ein neuer Code ist unterwegs an ${email}. Nur der neueste Code gilt.`,
    chooseAccount: () => 'Wählen Sie eines Ihrer Konten.',
    wrongPassword: () => 'Dieses Passwort ist nicht richtig. Versuchen Sie es noch einmal.',
    wrongFactor: () => 'Dieser Code stimmt nicht oder wurde schon verwendet. Warten Sie auf den nächsten.',
    wrongSetup: () =>
      'Das ist nicht der aktuelle Code der App. Prüfen Sie die Uhr Ihres Geräts und geben Sie den nächsten Code ein.',
    passkeyFailed: () =>
      'Dieser Passkey konnte nicht geprüft werden. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    passkeyStale: () => 'Das hat zu lange gedauert oder kam zweimal. Versuchen Sie es noch einmal.',
    passkeyUnknown: () =>
      'Dieser Passkey ist hier nicht bekannt; vielleicht wurde er entfernt. Melden Sie sich anders an.',
    passkeyCopied: () =>
      'Dieser Passkey wurde vielleicht kopiert: sein Zähler lief zurück. Melden Sie sich anders an, und entfernen Sie den Passkey aus Ihrem Konto.',
    passkeyNotAlone: () =>
      'Ein Passkey allein genügt für dieses Konto nicht. Geben Sie Ihre E-Mail-Adresse ein und machen Sie dort weiter.',
    passkeyOrigin: address => `Passkeys funktionieren nur unter ${address}. Beginnen Sie dort noch einmal.`,
    noPassword: () => 'Dieses Konto hat noch kein Passwort. Bitten Sie Ihren Administrator um eine Einladung.',
    resetSent: email =>
      `Ein Link zum Wählen eines neuen Passworts ist unterwegs an ${email}. Er gilt einmal und zehn Minuten lang.`,
    tooMany: minutes =>
      `Zu viele Versuche. Versuchen Sie es in ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} wieder.`,
    noSso: () => 'Für dieses Konto ist kein Single Sign-on eingerichtet. Fragen Sie Ihren Administrator.',
    ssoUnreachable: () =>
      'Die Anmeldung Ihrer Organisation ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    ssoStale: () => 'Diese Anmeldung hat zu lange gedauert oder kam zweimal. Versuchen Sie es noch einmal.',
    ssoNoProof: () =>
      'Ihre Organisation hat nicht bestätigt, wer Sie sind. Bitten Sie Ihren Administrator, die Einstellungen für Single Sign-on zu prüfen.',
    ssoOther: name => `Ihre Organisation hat Sie als eine andere Person angemeldet (${name}).`,
    ssoNoUser: email =>
      `Ihre Organisation hat Sie angemeldet, aber hier gibt es keinen Benutzer für ${email}. Bitten Sie Ihren Administrator um eine Einladung.`,
    ssoFailed: () => 'Die Anmeldung bei Ihrer Organisation ist nicht gelungen. Versuchen Sie es noch einmal.',
    passwordLength: () => 'Ein Passwort hat mindestens 8 und höchstens 1.024 Zeichen.',
    passwordEasy: () =>
      'Dieses Passwort ist zu leicht zu erraten: Es ist verbreitet, oder es ist Ihr Name oder Ihre Adresse. Wählen Sie ein anderes.',
  },

  errors: {
    ended: {
      title: 'Diese Anmeldung ist beendet',
      text: 'Sie ist abgeschlossen, hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Kehren Sie zur Anwendung zurück und beginnen Sie noch einmal.',
    },
    forged: {
      title: 'Dieses Formular kann nicht angenommen werden',
      text: 'Es kam nicht von der Anmeldeseite. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    unknown: {
      title: 'Diese Seite gibt es nicht',
      text: 'Kehren Sie zur Anwendung zurück und beginnen Sie noch einmal.',
    },
    deadLink: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon benutzt oder ist älter als zehn Minuten. Kehren Sie zu der Seite zurück, auf der Sie begonnen haben, und fordern Sie einen neuen Code an.',
    },
    deadPasswordLink: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon benutzt, ist zu alt, oder ein neuerer wurde gesendet. Bitten Sie Ihren Administrator um eine neue Einladung, oder fordern Sie auf der Anmeldeseite ein neues Passwort an.',
    },
    badRequest: {
      title: 'Dieser Anmeldelink funktioniert nicht',
      missing: name => `Der Anfrage fehlt ${name}.`,
      repeated: name => `Die Anfrage nennt ${name} mehr als einmal.`,
      unknownClient: 'Die Anwendung, von der Sie kommen, ist nicht registriert.',
      otherRedirect: 'Die Adresse für die Rückkehr (redirect_uri) hat die Anwendung nicht registriert.',
    },
    unavailable: {
      title: 'Die Anmeldung kann gerade nicht beginnen',
      text: 'Kehren Sie zur Anwendung zurück und versuchen Sie es noch einmal.',
    },
    tooMany: { title: 'Zu viele Versuche' },
  },

  codeMail: {
    subject: code => `${code} ist Ihr Anmeldecode`,
    code: 'Ihr Anmeldecode ist',
    type: application =>
      `Geben Sie ihn auf der Seite ein, auf der Sie die Anmeldung bei ${application} begonnen haben, oder öffnen Sie diesen Link:`,
    button: 'Anmeldung fortsetzen',
    once: 'Beide gelten einmal und zehn Minuten lang. Wenn Sie sich nicht anmelden wollten, beachten Sie diese Nachricht nicht: ohne sie kommt niemand weiter.',
  },
  newDeviceMail: {
    subject: database => `Neue Anmeldung bei ${database}`,
    text: database =>
      `Ein Browser, den Sie bisher nicht verwendet haben, hat sich bei Ihrem Konto in ${database} angemeldet.`,
    unknown: 'Unbekannter Browser',
    from: address => `von ${address}`,
    button: 'Meine Anmeldungen ansehen',
    notYou: 'Wenn Sie das nicht waren, beenden Sie dort die Sitzung und ändern Sie Ihr Passwort.',
  },
  factorResetMail: {
    subject: database => `Ihre zweiten Faktoren für ${database} wurden zurückgesetzt`,
    text: (by, database) =>
      `${by} hat die zweiten Faktoren Ihres Kontos in ${database} entfernt: Authenticator-App, Passkeys und Wiederherstellungscodes.`,
    button: 'Zweiten Faktor einrichten',
    notYou:
      'Wenn Sie nicht darum gebeten haben, sagen Sie es sofort einem anderen Administrator und ändern Sie Ihr Passwort.',
  },
  resetMail: {
    subject: database => `Neues Passwort für ${database} wählen`,
    text: database => `Jemand hat ein neues Passwort für Ihr Konto in ${database} angefordert.`,
    button: 'Neues Passwort wählen',
    once: 'Der Link gilt einmal und zehn Minuten lang. Wenn Sie ihn nicht angefordert haben, beachten Sie diese Nachricht nicht: Ihr Passwort bleibt, wie es ist.',
  },
  invitationMail: {
    subject: database => `Ihr Konto in ${database}`,
    text: database => `Sie haben ein Konto in ${database}.`,
    by: (name, database) => `${name} lädt Sie ein, in ${database} mitzuarbeiten.`,
    choose: 'Wählen Sie ein Passwort, um sich anzumelden.',
    bySso: 'Sie melden sich mit dem Konto Ihrer Organisation an.',
    open: 'Einladung annehmen',
    button: 'Passwort wählen',
    once: 'Der Link gilt einmal und sieben Tage lang.',
  },
}
