// The words of the reports, in Spanish.
import type { Section } from '../types.ts'

export const reports: Section<'reports'> = {
  title: 'Informes',
  period: 'Período',
  periods: {
    year: 'Este año',
    lastYear: 'El año pasado',
    months12: 'Últimos 12 meses',
    quarter: 'Este trimestre',
    days90: 'Últimos 90 días',
    days30: 'Últimos 30 días',
  },
  names: {
    revenue: {
      title: 'Ingresos',
      hint: 'Ventas ganadas por mes de cierre, y ventas abiertas por mes de cierre previsto.',
      rows: 'Mes',
    },
    pipeline: {
      title: 'Embudo',
      hint: 'Lo que valen hoy las oportunidades abiertas de cada etapa.',
      rows: 'Etapa',
    },
    ages: {
      title: 'Antigüedad',
      hint: 'Cuánto tiempo llevan las oportunidades abiertas en su etapa.',
      rows: 'Etapa',
    },
    activity: {
      title: 'Actividad',
      hint: 'Llamadas, mensajes y reuniones de cada usuario en el período.',
      rows: 'Usuario',
    },
  },
  show: name => `Mostrar el informe «${name}»`,
  tableBelow: 'La tabla de abajo tiene los mismos datos.',
  open: (row, column) => `Abrir la lista: ${row}, ${column}`,
  total: 'Total',
  won: 'Ganado',
  expected: 'Esperado',
  wonCount: 'Ventas ganadas',
  expectedCount: 'Ventas esperadas',
  worth: 'Ingresos',
  count: 'Oportunidades',
  withoutStage: 'Sin etapa',
  upTo: days => `Hasta ${days} días`,
  between: (from, to) => `De ${from} a ${to} días`,
  moreThan: days => `Más de ${days} días`,
  average: 'Promedio',
  oldest: 'La más antigua',
  target: 'Objetivo',
  days: days => (days === '1' ? '1 día' : `${days} días`),
  together: 'Total',
  empty: 'No hay datos para este período',
  emptyHint: 'Elija otro período.',
}
