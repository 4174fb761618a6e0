// Lists the formats of files that are imported.
import { readCsv } from './csv.ts'
import { readNdjson } from './ndjson.ts'
import type { FileReader } from './source.ts'
import { readVcard } from './vcard.ts'

/** Formats that are read as their bytes arrive. A workbook is stored first, since its parts are in any order. */
export const streamedFormats: Readonly<Record<string, FileReader>> = {
  csv: readCsv,
  ndjson: readNdjson,
  vcard: readVcard,
}

export const formatNames = ['csv', 'ndjson', 'vcard', 'xlsx'] as const
