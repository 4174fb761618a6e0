// The words of the start screen, in French.
import type { Section } from '../types.ts'

export const start: Section<'start'> = {
  title: 'Accueil',
  greeting: {
    morning: name => `Bonjour, ${name}`,
    day: name => `Bon après-midi, ${name}`,
    evening: name => `Bonsoir, ${name}`,
  },
  tasks: {
    overdue: count => `En retard : ${count}`,
    today: 'Aujourd’hui',
    next: 'À venir',
    title: 'Tâches à échéance',
    none: 'Rien à échéance. Bonne journée !',
    all: 'Toutes les tâches',
  },
  recent: { title: 'Ouverts récemment', none: 'Ce que vous ouvrez apparaît ici.' },
  quiet: {
    title: 'Sans contact récent',
    days: days => `${days} jours`,
    since: 'Sans contact depuis',
    none: 'Tout le monde a été contacté.',
    manager: 'Responsable de compte',
    mine: 'Les miens',
    all: 'Tous',
  },
  pipeline: {
    whose: 'Opportunités de qui',
    mine: 'Les miennes',
    all: 'Toutes',
    open: 'Ouverte : ni gagnée, ni perdue, ni abandonnée ; celles en suspens comptent.',
    title: 'Opportunités ouvertes',
    none: 'Aucune opportunité en cours.',
    withoutStage: 'Sans étape',
    withoutProcess: 'Sans processus',
    count: count => (count === 1 ? '1 opportunité' : `${count} opportunités`),
    board: 'Tableau',
  },
  empty: {
    title: 'Cette base de données est vide',
    hint: 'Commencez par l’un de ces points.',
    entry: 'Ajouter le premier client',
    entryHint: 'Une entreprise avec ses contacts.',
    sample: 'Essayer avec des données d’exemple',
    sampleHint: 'Des entreprises, affaires et tâches inventées, pour tout essayer.',
    addSample: 'Ajouter des données d’exemple',
    curl: 'Envoyer la première requête',
    curlHint: 'Créez un jeton personnel sur la page du compte, puis :',
    makeToken: 'Créer un jeton',
  },
}
