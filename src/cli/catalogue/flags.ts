// Declares the flags that several commands have.
import { integer, text } from '../../config/kinds.ts'
import type { Flag } from '../command.ts'

export const database: Flag = { flag: '--database <name>', about: 'The database.', required: true }

export const uid: Flag = { flag: '--uid <uid>', about: 'The user id of the user.', required: true }

export const limit: Flag = {
  flag: '--limit <count>',
  about: 'List at most so many.',
  kind: integer(1, 10_000),
  default: 1000,
}

export const passwordStdin = 'Read the password from standard input: one line, or asked for twice on a terminal.'

/** A span of time from now, or a moment. */
export const moment = text(
  'a span from now such as 90d, 12h or 8w, or an ISO date or date-time',
  /^(\d{1,5}[hdw]|\d{4}-\d\d-\d\d(T.+)?)$/i,
)

export const tokenFile: Flag = {
  flag: '--token-file <file>',
  about: 'A file that has a token for the server, such as a personal access token.',
  otherwise: 'the variable CLIENTELE_TOKEN',
}
