// The words of the reports, in French.
import type { Section } from '../types.ts'

export const reports: Section<'reports'> = {
  title: 'Rapports',
  period: 'Période',
  periods: {
    year: 'Cette année',
    lastYear: 'L’année dernière',
    months12: '12 derniers mois',
    quarter: 'Ce trimestre',
    days90: '90 derniers jours',
    days30: '30 derniers jours',
  },
  names: {
    revenue: {
      title: 'Chiffre d’affaires',
      hint: 'Ventes gagnées par mois de clôture, et ventes ouvertes par mois de clôture prévue.',
      rows: 'Mois',
    },
    pipeline: {
      title: 'Pipeline',
      hint: 'Ce que valent aujourd’hui les opportunités ouvertes de chaque étape.',
      rows: 'Étape',
    },
    ages: {
      title: 'Ancienneté',
      hint: 'Depuis combien de temps les opportunités ouvertes sont à leur étape.',
      rows: 'Étape',
    },
    activity: {
      title: 'Activité',
      hint: 'Appels, messages et rencontres de chaque utilisateur pendant la période.',
      rows: 'Utilisateur',
    },
  },
  show: name => `Afficher le rapport « ${name} »`,
  tableBelow: 'Le tableau ci-dessous contient les mêmes données.',
  open: (row, column) => `Ouvrir la liste : ${row}, ${column}`,
  total: 'Total',
  won: 'Gagné',
  expected: 'Attendu',
  wonCount: 'Ventes gagnées',
  expectedCount: 'Ventes attendues',
  worth: 'Chiffre d’affaires',
  count: 'Opportunités',
  withoutStage: 'Sans étape',
  upTo: days => `Jusqu’à ${days} jours`,
  between: (from, to) => `${from} à ${to} jours`,
  moreThan: days => `Plus de ${days} jours`,
  average: 'Moyenne',
  oldest: 'La plus ancienne',
  target: 'Objectif',
  days: days => (days === '1' ? '1 jour' : `${days} jours`),
  together: 'Total',
  empty: 'Aucune donnée pour cette période',
  emptyHint: 'Choisissez une autre période.',
}
