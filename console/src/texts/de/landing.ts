// The words of the page before signing in, in German.
import type { Section } from '../types.ts'

export const landing: Section<'landing'> = {
  hint: 'Ihre Kunden, Geschäfte und Gespräche.',
  database: 'Datenbank',
  databaseHint: 'Leer lassen, um nach der Anmeldung zu wählen.',
  signIn: 'Anmelden',
  yours: 'In diesem Browser angemeldet',
  other: 'In einer anderen Datenbank anmelden',
  demo: 'Demo öffnen',
  demoHint: 'Meldet Sie als Ada an, Administratorin der Demo. Nur auf diesem Rechner.',
  documents: 'Dokumentation',
  reference: 'API-Referenz',
}
