// Writes records as NDJSON: one JSON object on each line.
import type { ExportFormat } from './format.ts'

export const ndjson: ExportFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  ending: 'ndjson',
  async *write(pages) {
    for await (const records of pages) yield records.map(record => `${JSON.stringify(record)}\n`).join('')
  },
}
