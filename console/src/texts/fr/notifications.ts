// The words of notifications, in French.
import type { Section } from '../types.ts'

export const notifications: Section<'notifications'> = {
  title: 'Notifications',
  show: 'Afficher',
  unread: 'Non lues',
  all: 'Toutes',
  markAll: 'Tout marquer comme lu',
  mark: name => `Marquer « ${name} » comme lu`,
  noneUnread: 'Tout est lu.',
  none: 'Pas encore de notifications.',
  hint: 'Vous êtes averti quand on vous attribue quelque chose, vous mentionne avec @ dans une note, déplace une de vos affaires, ou quand une tâche arrive à échéance.',
  kinds: {
    Assigned: who => `${who} vous a attribué cet élément`,
    Mentioned: who => `${who} vous a mentionné`,
    Moved: who => `${who} a changé l’étape de votre affaire`,
    Due: _who => 'Cette tâche est à échéance',
  },
}
