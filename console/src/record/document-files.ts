// Sends files to the server as documents of a record, and saves documents as files.
import type { Api } from '../api/client.ts'
import { type Row, textOf } from '../api/envelope.ts'
import { saveFile } from '../ui/save-file.ts'

/** `offer.final.pdf` -> name `offer.final`, extension `pdf`. */
export function nameParts(file: string): { Name: string; Ext: string } {
  const dot = file.lastIndexOf('.')
  return dot <= 0 ? { Name: file, Ext: '' } : { Name: file.slice(0, dot), Ext: file.slice(dot + 1) }
}

export const fileName = ({ Name, Ext }: Row): string => (Ext ? `${textOf(Name)}.${textOf(Ext)}` : textOf(Name))

/** The session is in a header, which a link cannot send: the bytes are fetched, then saved. */
export const downloadDocument = async (api: Api, row: Row): Promise<void> =>
  saveFile(await api.download(`BinaryDownload/${String(row.Key)}`), fileName(row))
