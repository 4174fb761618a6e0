// The words of the activity page, in French.
import type { Section } from '../types.ts'

export const activity: Section<'activity'> = {
  title: 'Activité',
  records: 'Les enregistrements modifiés',
  person: 'Personne',
  everybody: 'Tout le monde',
  kind: 'Type d’enregistrement',
  everything: 'Tout',
  none: 'Rien ne s’est encore passé',
  noneFiltered: 'Aucune activité correspondante',
  hint: 'Ici apparaît ce que vos collègues créent, modifient et écrivent, pour tous les enregistrements que vous pouvez lire.',
  clear: 'Effacer les filtres',
  more: 'Afficher plus ancien',
  did: {
    Create: who => `Créé par ${who}`,
    Update: who => `Modifié par ${who}`,
    Delete: who => `Supprimé par ${who}`,
    Restore: who => `Restauré par ${who}`,
    Merge: who => `Fusionné par ${who}`,
  },
}
