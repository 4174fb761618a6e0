// The words of saved views, in French.
import type { Section } from '../types.ts'

export const views: Section<'views'> = {
  title: 'Vues enregistrées',
  choose: name => `Vue : ${name}`,
  own: 'Mes vues',
  shared: 'Vues partagées',
  unsaved: 'Modifications non enregistrées',
  save: 'Enregistrer',
  saveAs: 'Enregistrer comme vue…',
  reset: 'Rétablir',
  rename: 'Renommer…',
  share: 'Partager avec tous',
  unshare: 'Ne plus partager',
  lock: 'Verrouiller pour les autres',
  unlock: 'Déverrouiller pour les autres',
  delete: 'Supprimer la vue',
  name: 'Nom de la vue',
  forEverybody: 'Partager avec tous',
  saved: name => `Vue ${name} enregistrée`,
  created: name => `Vue ${name} créée`,
  renamed: name => `Vue renommée en ${name}`,
  nowShared: name => `Tout le monde voit maintenant ${name}`,
  nowPrivate: name => `Vous seul voyez maintenant ${name}`,
  nowLocked: name => `Vous seul pouvez maintenant modifier ${name}`,
  nowUnlocked: name => `Tout le monde peut maintenant modifier ${name}`,
  deleted: name => `Vue ${name} supprimée`,
}
