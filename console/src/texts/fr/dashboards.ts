// The words of the dashboards, in French.
import type { Section } from '../types.ts'

export const dashboards: Section<'dashboards'> = {
  title: 'Tableaux de bord',
  add: 'Nouveau tableau de bord',
  usualName: 'Mes chiffres',
  none: 'Pas encore de tableau de bord',
  noneHint:
    'Un tableau de bord réunit les rapports que vous consultez le plus, pour une personne, un territoire et une période.',
  noReports: 'Aucun rapport sur cette page',
  noReportsHint: 'Modifiez le tableau de bord et ajoutez un rapport.',
  choose: 'Tableau de bord',
  edit: 'Modifier le tableau de bord',
  addReport: 'Ajouter un rapport',
  copy: 'Copier…',
  rename: 'Renommer…',
  share: 'Partager avec tous',
  unshare: 'Ne plus partager',
  delete: 'Supprimer le tableau de bord',
  remove: 'Retirer',
  forms: { chart: 'Afficher en graphique', table: 'Afficher en tableau' },
  moveHint: 'Faites glisser, ou Alt avec les flèches ; avec Maj elles changent la taille',
  move: name => `Déplacer ${name}`,
  movedTo: (name, at) => `${name} est maintenant en position ${at}.`,
  sizeIs: (width, height) => `${width} de large, ${height} de haut.`,
  created: name => `Tableau de bord ${name} créé`,
  saved: name => `Tableau de bord ${name} enregistré`,
  renamed: name => `Tableau de bord renommé en ${name}`,
  nowShared: name => `${name} est maintenant partagé avec tous`,
  nowPrivate: name => `${name} est maintenant privé`,
  deleted: name => `Tableau de bord ${name} supprimé`,
}
