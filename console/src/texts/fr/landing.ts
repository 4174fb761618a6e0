// The words of the page before signing in, in French.
import type { Section } from '../types.ts'

export const landing: Section<'landing'> = {
  hint: 'Vos clients, vos affaires et vos échanges.',
  database: 'Base de données',
  databaseHint: 'Laissez vide pour choisir après la connexion.',
  signIn: 'Se connecter',
  yours: 'Connecté dans ce navigateur',
  other: 'Se connecter à une autre base',
  demo: 'Ouvrir la démo',
  demoHint: 'Vous connecte en tant qu’Ada, administratrice de la démo. Sur cet ordinateur seulement.',
  documents: 'Documentation',
  reference: 'Référence de l’API',
}
