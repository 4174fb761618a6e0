// Reads a secret from standard input, so that it does not appear in the command line or the shell history.
import { text } from 'node:stream/consumers'
import { CommandError } from './frame.ts'

/** Returns the first line without its line break. */
export async function readSecret(what: string): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1)
  if (line === '') throw new CommandError(`No ${what} on standard input.`, 2)
  return line
}
