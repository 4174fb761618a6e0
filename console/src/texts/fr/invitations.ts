// The words of invitations, in French.
import type { Section } from '../types.ts'

export const invitations: Section<'invitations'> = {
  title: 'Invitations',
  invite: 'Inviter des personnes',
  none: 'Aucune invitation pour le moment.',
  folder: 'Aucun serveur de messagerie n’est configuré : les e-mails sont écrits dans le dossier d’envoi du serveur.',
  person: 'Personne',
  status: 'État',
  sent: 'Envoyée',
  until: 'jusqu’au',
  again: 'Renvoyer',
  revoke: 'Révoquer',
  statuses: { pending: 'En attente', accepted: 'Acceptée', expired: 'Expirée', revoked: 'Révoquée' },
  notSent: reason => `L’e-mail n’a pas été envoyé : ${reason}`,
  sentTo: (email, isReset) =>
    isReset
      ? `Un lien pour choisir un nouveau mot de passe a été envoyé à ${email}.`
      : `L’invitation a été envoyée à ${email}.`,
  access: 'Accès',
  linkHint:
    'Renvoie l’invitation, ou un lien pour choisir un nouveau mot de passe. Les liens précédents ne sont plus valables.',
  sendLink: 'Envoyer un lien par e-mail',
  invited: count => `${count} ${count === 1 ? 'invitation envoyée' : 'invitations envoyées'}.`,
  submit: count => (count > 1 ? `Envoyer ${count} invitations` : 'Envoyer l’invitation'),
  addresses: 'Adresses e-mail',
  addressesHint: 'Une ou plusieurs, avec ou sans noms, copiées d’un e-mail ou d’un tableur.',
  example: 'Anne Martin <anne@example.com>',
  unread: text => `Aucune adresse e-mail dans : ${text}`,
  member: 'est déjà utilisateur.',
  groups: 'Groupes',
  language: 'Langue de l’e-mail',
  mine: 'Ma langue',
  administrators: 'Administrateurs',
  ssoOnly: 'Connexion par authentification unique seulement',
}
