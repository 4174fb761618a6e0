// Reads a secret from standard input, so that it never stands in a command line or its history.
import { text } from 'node:stream/consumers'
import { CommandError } from './frame.ts'

/** The first line, without its end. */
export async function readSecret(what: string): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  if (line === '') throw new CommandError(`No ${what} on standard input.`, 2)
  return line
}
