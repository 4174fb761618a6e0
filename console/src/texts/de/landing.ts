// The words of the page before signing in, in German.
import type { Section } from '../types.ts'

export const landing: Section<'landing'> = {
  hint: 'Kunden, Geschäfte und alles, was dazu gesagt wurde.',
  database: 'Datenbank',
  databaseHint: 'Leer lassen, um nach der Anmeldung zu wählen.',
  signIn: 'Anmelden',
  yours: 'In diesem Browser angemeldet',
  other: 'In einer anderen Datenbank anmelden',
  demo: 'Demo öffnen',
  demoHint: 'Als Ada, eine Administratorin der Demo-Datenbank. Das geht nur auf diesem Rechner.',
  documents: 'Dokumente',
  reference: 'API-Referenz',
}
