// Sends files to the server as documents of a record, and saves documents as files.
import type { Api } from '../api/client.ts'
import { type Row, textOf } from '../api/envelope.ts'

/** `offer.final.pdf` -> name `offer.final`, extension `pdf`. */
export function nameParts(file: string): { Name: string; Ext: string } {
  const dot = file.lastIndexOf('.')
  return dot <= 0 ? { Name: file, Ext: '' } : { Name: file.slice(0, dot), Ext: file.slice(dot + 1) }
}

export const fileName = ({ Name, Ext }: Row): string => (Ext ? `${textOf(Name)}.${textOf(Ext)}` : textOf(Name))

/** The session is in a header, which a link cannot send: the bytes are fetched, then saved. */
export async function downloadDocument(api: Api, row: Row): Promise<void> {
  const address = URL.createObjectURL(await api.download(`BinaryDownload/${String(row.Key)}`))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName(row)
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
