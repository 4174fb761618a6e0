// The words of duplicates, in French.
import type { Section } from '../types.ts'

export const duplicates: Section<'duplicates'> = {
  title: 'Doublons',
  find: 'Chercher des doublons',
  all: 'Tous les doublons',
  left: count => (count === 1 ? '1 paire à traiter' : `${count} paires à traiter`),
  none: 'Aucun doublon probable',
  noMore: 'Vous avez passé les paires restantes',
  noneHint: 'Les fiches sont comparées par e-mail, numéro de téléphone, et nom avec ville ou domaine web.',
  showSkipped: 'Afficher les paires passées',
  score: percent => `Ressemblance ${percent}`,
  reasons: { Email: 'Même e-mail', Phone: 'Même numéro', Name: 'Même nom', Domain: 'Même domaine web' },
  more: count => `et ${count} de plus dans ce groupe`,
  created: when => `Créée ${when}`,
  modified: when => `Modifiée ${when}`,
  keepLeft: 'Garder à gauche',
  keepRight: 'Garder à droite',
  byField: 'Choisir champ par champ',
  different: 'Pas des doublons',
  skip: 'Passer',
  merged: name => `Fusionné dans ${name}`,
  distinguished: 'Marquées comme différentes',
  fields: 'Champs',
  hint: 'Les champs vides sont remplis par l’autre fiche, et tout ce qui s’y rattache suit. Chaque étape peut être annulée.',
  twins: {
    title: count => (count === 1 ? 'Cette fiche existe peut-être déjà' : `${count} fiches sont peut-être la même`),
    hint: 'Ouvrez-en une pour la voir : Retour ramène à ce formulaire avec votre saisie. Ou créez une autre fiche.',
    open: 'Ouvrir',
    create: 'Créer quand même',
  },
}
