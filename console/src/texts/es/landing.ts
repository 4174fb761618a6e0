// The words of the page before signing in, in Spanish.
import type { Section } from '../types.ts'

export const landing: Section<'landing'> = {
  hint: 'Sus clientes, negocios y conversaciones.',
  database: 'Base de datos',
  databaseHint: 'Déjelo vacío para elegir después de iniciar sesión.',
  signIn: 'Iniciar sesión',
  yours: 'Sesiones en este navegador',
  other: 'Entrar en otra base de datos',
  demo: 'Abrir la demo',
  demoHint: 'Inicia sesión como Ada, administradora de la demostración. Solo en este equipo.',
  documents: 'Documentación',
  reference: 'Referencia de la API',
}
