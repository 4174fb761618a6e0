// The words of invitations, in German.
import type { Section } from '../types.ts'

export const invitations: Section<'invitations'> = {
  title: 'Einladungen',
  invite: 'Personen einladen',
  none: 'Noch keine Einladungen.',
  folder: 'Es ist kein Mailserver eingerichtet: E-Mails werden in den Ausgangsordner des Servers geschrieben.',
  person: 'Person',
  status: 'Status',
  sent: 'Gesendet',
  until: 'bis',
  again: 'Erneut senden',
  revoke: 'Widerrufen',
  statuses: { pending: 'Offen', accepted: 'Angenommen', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  notSent: reason => `Die E-Mail wurde nicht gesendet: ${reason}`,
  sentTo: (email, isReset) =>
    isReset
      ? `Ein Link zum Wählen eines neuen Passworts ist unterwegs an ${email}.`
      : `Die Einladung ist unterwegs an ${email}.`,
  access: 'Zugang',
  linkHint:
    'Sendet die Einladung erneut oder einen Link zum Wählen eines neuen Passworts. Frühere Links werden ungültig.',
  sendLink: 'Link per E-Mail senden',
  invited: count => `${count} ${count === 1 ? 'Einladung' : 'Einladungen'} gesendet.`,
  submit: count => (count > 1 ? `${count} Einladungen senden` : 'Einladung senden'),
  addresses: 'E-Mail-Adressen',
  addressesHint: 'Eine oder viele, mit oder ohne Namen, wie aus einer E-Mail oder Tabelle kopiert.',
  example: 'Anna Bauer <anna@example.com>',
  unread: text => `Keine E-Mail-Adresse in: ${text}`,
  member: 'ist bereits Benutzer.',
  groups: 'Gruppen',
  language: 'Sprache der E-Mail',
  mine: 'Meine Sprache',
  administrators: 'Administratoren',
  ssoOnly: 'Anmeldung nur über Single Sign-on',
}
