// Draws the results as SVG: one bar per row, scaled by the target, with the target as a line.
import { isMet, type Row } from './case.ts'
import { shownNumber, shownTarget } from './figures.ts'

const width = 960
const rowHeight = 26
const top = 56
const labelWidth = 430
const barWidth = 300

const escaped = (text: string): string => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)

/** The figure relative to the target: above 1 is better, whichever direction the figure has. */
function share({ figure, target }: Row): number {
  if (target === null) return 0
  return 'least' in target ? figure / target.least : target.most / Math.max(figure, 1e-9)
}

export function chart(rows: readonly Row[]): string {
  const shown = rows.filter(row => row.target !== null)
  const height = top + shown.length * rowHeight + 24
  const most = 2.5
  const scale = (value: number) => (Math.min(value, most) / most) * barWidth
  const target = labelWidth + scale(1)
  const bars = shown.map((row, i) => {
    const y = top + i * rowHeight
    const colour = isMet(row) ? '#2b7a78' : '#c2552d'
    const figure = `${shownNumber(row.figure)}${row.theirs === null ? ` ${row.unit}` : ''}, ${shownTarget(row)}`
    return [
      `<text x="${labelWidth - 10}" y="${y + 16}" text-anchor="end">${escaped(`${row.case} (${row.store})`)}</text>`,
      `<rect x="${labelWidth}" y="${y + 4}" width="${scale(share(row)).toFixed(1)}" height="${rowHeight - 9}" rx="2" fill="${colour}"/>`,
      `<text x="${labelWidth + barWidth + 12}" y="${y + 16}">${escaped(figure)}</text>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12.5" fill="#1d2b2a" role="img" aria-label="Bench results against their targets">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="24" y="28" font-size="16" font-weight="600">Clientele: what was measured, against what it must reach</text>
${bars.join('\n')}
<line x1="${target}" y1="${top - 8}" x2="${target}" y2="${height - 20}" stroke="#1d2b2a" stroke-dasharray="3 3"/>
<text x="${target}" y="${top - 12}" text-anchor="middle">target</text>
</svg>
`
}
