// Formats figures for the table and the chart.
import { isMet, type Row } from './case.ts'

export const shownNumber = (value: number): string => {
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export const shownTarget = ({ target }: Row): string => {
  if (target === null) return ''
  return 'least' in target ? `at least ${target.least}` : `at most ${target.most}`
}

export const verdict = (row: Row): string => {
  const met = isMet(row)
  return met === null ? '' : met ? 'ok' : 'miss'
}
