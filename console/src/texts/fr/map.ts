// The words of the map, in French.
import type { Section } from '../types.ts'

export const map: Section<'map'> = {
  title: 'Carte',
  places: 'Fiches par lieu',
  found: 'Fiches dans la zone',
  all: 'Toutes les fiches',
  inArea: 'Dans la zone',
  nowhere: 'Sans ville',
  place: (name, more, count) =>
    more > 0 ? `${name} et ${more} autres lieux : ${count} fiches` : `${name} : ${count} fiches`,
  entries: count => (count === '1' ? '1 fiche' : `${count} fiches`),
  without: count => (count === 1 ? 'dont 1 sans position' : `dont ${count} sans position`),
  asList: 'Ouvrir en liste',
  clear: 'Tout afficher',
  draw: 'Dessiner une zone',
  drawing: 'Cliquez pour placer les points de la zone.',
  finish: 'Terminer la zone',
  cancel: 'Abandonner la zone',
  back: 'Annuler le dernier point',
  useVisible: 'Utiliser la zone visible',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  move: 'Déplacer la carte',
  noneHere: 'Aucune fiche ici',
  noneHereHint: 'Dessinez une zone plus grande ou changez le filtre.',
  empty: 'Le carnet d’adresses est vide',
  emptyHint: 'Les fiches dont l’adresse a une position apparaissent ici.',
}
