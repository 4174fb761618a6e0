// The words of the recycle bin, in French.
import type { Section } from '../types.ts'

export const bin: Section<'bin'> = {
  title: 'Corbeille',
  empty: 'La corbeille est vide',
  emptyHint: 'Ce que vous supprimez peut être restauré d’ici pendant 30 jours, sauf si une autre durée a été réglée.',
  emptyFiltered: 'Rien de ce genre dans la corbeille',
  whose: 'Supprimé par',
  everyone: 'Tous',
  me: 'Moi',
  kind: 'Type de fiche',
  restore: 'Restaurer',
  restoreOf: name => `Restaurer ${name}`,
  restored: name => `${name} restauré`,
  deletedBy: who => `Supprimé par ${who}`,
  with: count => (count === 1 ? 'et 1 fiche qui s’y rattache' : `et ${count} fiches qui s’y rattachent`),
  showBelow: name => `Afficher ce qui a été supprimé avec ${name}`,
  more: 'Afficher plus ancien',
  down: 'Unité suivante',
  up: 'Unité précédente',
}
