// The words of the page before signing in, in Spanish.
import type { Section } from '../types.ts'

export const landing: Section<'landing'> = {
  hint: 'Clientes, negocios y todo lo que se dijo sobre ellos.',
  database: 'Base de datos',
  databaseHint: 'Déjelo vacío para elegir después de iniciar sesión.',
  signIn: 'Iniciar sesión',
  yours: 'Sesiones en este navegador',
  other: 'Entrar en otra base de datos',
  demo: 'Abrir la demo',
  demoHint: 'Como Ada, administradora de la base de demostración. Solo funciona en este equipo.',
  documents: 'Documentación',
  reference: 'Referencia de la API',
}
