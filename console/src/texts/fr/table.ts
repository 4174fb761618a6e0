// The words of tables, in French.
import type { Section } from '../types.ts'

export const table: Section<'table'> = {
  readOnly: 'Lecture seule',
  choose: 'Sélectionner la ligne',
  chooseAll: 'Tout sélectionner',
  moved: 'Se déplacera au prochain chargement',
  ascending: 'Tri croissant',
  descending: 'Tri décroissant',
  unsorted: 'Retirer le tri',
  ways: { sum: 'Somme', avg: 'Moyenne', count: 'Remplis' },
  show: { sum: 'Afficher la somme', avg: 'Afficher la moyenne', count: 'Afficher le nombre de valeurs' },
  showNothing: 'Masquer la valeur',
  moveLeft: 'Déplacer à gauche',
  moveRight: 'Déplacer à droite',
  wider: 'Plus large',
  narrower: 'Plus étroite',
  hide: 'Masquer la colonne',
  late: 'en retard',
}
