// Reads what commands need for a server elsewhere: its address and a token; and says why it does not answer.
import { readFileSync } from 'node:fs'
import { CommandError, usageError } from './failure.ts'

export function serverUrl(flag: string, url: string): URL {
  if (URL.canParse(url) && /^https?:/i.test(url)) return new URL(url)
  throw usageError(`${flag} is the address of a server, such as https://crm.example.com, not ${url}.`)
}

/** The token is not a flag: a command line can be read by every user of the machine. */
export function tokenOf(file: unknown, neededBy: string): string {
  const given = file === undefined ? process.env.CLIENTELE_TOKEN : readText('--token-file', String(file))
  const token = given?.trim() ?? ''
  if (/^[\x21-\x7e]+$/.test(token)) return token
  const source = file === undefined ? 'CLIENTELE_TOKEN' : `--token-file: ${file}`
  if (token !== '')
    throw usageError(`${source} has a text that is no token: a token is one word of letters and digits.`)
  throw usageError(`${neededBy} needs a token: set CLIENTELE_TOKEN, or name a file that has it with --token-file.`)
}

export const unreachable = (address: string, error: unknown): string => {
  const cause = (error as Error).cause
  return `${address} cannot be reached (${cause instanceof Error ? cause.message : error}).`
}

/** The message of an answer of the API; empty for an answer of anybody else. */
export function messageIn(body: string): string {
  try {
    const { Msg } = JSON.parse(body) as { Msg?: readonly string[] }
    return Msg?.[0] === undefined ? '' : `: ${Msg[0].replace(/\.$/, '')}`
  } catch {
    return ''
  }
}

export function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${flag}: ${file} cannot be read (${(error as Error).message}).`)
  }
}
