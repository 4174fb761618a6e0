// The words of the audit screen, in French.
import type { Section } from '../types.ts'

export const audit: Section<'audit'> = {
  title: 'Journal',
  hint: 'Chaque écriture de chaque fiche : qui, quand, par quelle application et quoi.',
  names: 'Noms des fiches',
  user: 'Utilisateur',
  everyone: 'Tous les utilisateurs',
  application: 'Application',
  operation: 'Opération',
  operations: {
    '': 'Toutes les opérations',
    Create: 'Créé',
    Update: 'Modifié',
    Delete: 'Supprimé',
    Restore: 'Restauré',
  },
  kind: 'Type de fiche',
  everyKind: 'Tous les types',
  period: 'Période',
  periods: { '': 'Toujours', today: 'Aujourd’hui', week: '7 derniers jours', month: '30 derniers jours' },
  columns: {
    time: 'Heure',
    user: 'Utilisateur',
    operation: 'Opération',
    record: 'Fiche',
    changes: 'Modifications',
    via: 'Application',
  },
  fields: count => (count === 1 ? '1 champ' : `${count} champs`),
  showChanges: name => `Afficher ce qui a changé dans ${name}`,
  token: 'Jeton personnel',
  removed: 'n’existe plus',
  empty: 'Rien n’a été écrit',
  emptyHint: 'Aucune écriture ne répond à ces conditions.',
  clear: 'Effacer les filtres',
  more: 'Afficher plus ancien',
}
