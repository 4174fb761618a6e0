// The words of the start screen, in Spanish.
import type { Section } from '../types.ts'

export const start: Section<'start'> = {
  title: 'Inicio',
  greeting: {
    morning: name => `Buenos días, ${name}`,
    day: name => `Buenas tardes, ${name}`,
    evening: name => `Buenas noches, ${name}`,
  },
  tasks: {
    overdue: count => `Vencidas: ${count}`,
    today: 'Hoy',
    next: 'Próximamente',
    title: 'Tareas hasta hoy',
    none: 'No hay nada pendiente. Disfrute del día.',
    all: 'Todas las tareas',
  },
  recent: { title: 'Abiertos recientemente', none: 'Lo que abra aparece aquí.' },
  quiet: {
    title: 'Sin contacto reciente',
    days: days => `${days} días`,
    since: 'Sin contacto desde hace',
    none: 'Todos han tenido noticias suyas.',
    manager: 'Gestor de cuenta',
    mine: 'Míos',
    all: 'Todos',
  },
  pipeline: {
    whose: 'Oportunidades de quién',
    mine: 'Las mías',
    all: 'Todas',
    open: 'Abierta: ni ganada, ni perdida, ni abandonada; las suspendidas cuentan.',
    title: 'Oportunidades abiertas',
    none: 'No hay oportunidades abiertas.',
    withoutStage: 'Sin etapa',
    withoutProcess: 'Sin proceso',
    count: count => (count === 1 ? '1 oportunidad' : `${count} oportunidades`),
    board: 'Tablero',
  },
  empty: {
    title: 'Esta base de datos está vacía',
    hint: 'Empiece por una de estas opciones.',
    entry: 'Añadir el primer cliente',
    entryHint: 'Una empresa con sus contactos.',
    sample: 'Llenarla con datos de ejemplo',
    sampleHint: 'Empresas, negocios y tareas inventados, para probarlo todo.',
    addSample: 'Añadir datos de ejemplo',
    curl: 'Enviar la primera petición',
    curlHint: 'Cree un token personal en la página de la cuenta y luego:',
    makeToken: 'Crear un token',
  },
}
