// Reads a secret from standard input, so that it does not appear in the command line or the shell history.
import { StringDecoder } from 'node:string_decoder'
import { CommandError, usageError } from './failure.ts'

/** Asks twice without echo on a terminal; reads the first line of a pipe. */
export async function readSecret(what: string): Promise<string> {
  const secret = process.stdin.isTTY ? await askTwice(what) : await firstLine()
  if (secret === '') throw usageError(`No ${what} on standard input.`)
  return secret
}

/** More than any secret is; a pipe without a line break must not fill the memory. */
const longest = 64 * 1024

/** The rest of the input is left alone: it may be meant for another program. */
async function firstLine(): Promise<string> {
  const decoder = new StringDecoder('utf8')
  let text = ''
  for await (const chunk of process.stdin) {
    text += decoder.write(chunk as Buffer)
    if (text.includes('\n') || text.length > longest) break
  }
  const [line = ''] = text.split(/\r?\n/, 1)
  return line
}

async function askTwice(what: string): Promise<string> {
  const terminal = openTerminal()
  try {
    // Lines that were pasted behind the command are commands, not the secret.
    await terminal.discard()
    const first = await terminal.ask(`The ${what} (it is not shown): `)
    if (first === '') return ''
    if ((await terminal.ask(`The ${what} again: `)) !== first) {
      throw new CommandError(`The two are not the same. Nothing was changed.`)
    }
    return first
  } finally {
    terminal.close()
  }
}

/** Asks on a terminal for a line that is shown, such as a name to confirm. */
export async function askLine(question: string): Promise<string> {
  const terminal = openTerminal()
  try {
    await terminal.discard()
    return await terminal.ask(question, true)
  } finally {
    terminal.close()
  }
}

const typedAheadMs = 50

/** Reads keys one by one, since a terminal in its usual mode shows them. */
function openTerminal() {
  const { stdin, stderr } = process
  const decoder = new StringDecoder('utf8')
  let waiting = ''
  let wake = () => {}
  const hear = (chunk: Buffer) => {
    waiting += decoder.write(chunk)
    wake()
  }
  stdin.setRawMode(true)
  stdin.on('data', hear)
  stdin.resume()
  const nextKey = async (): Promise<string> => {
    while (waiting === '') {
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
    const [key = ''] = waiting
    waiting = waiting.slice(key.length)
    return key
  }
  return {
    async discard(): Promise<void> {
      await new Promise(resolve => setTimeout(resolve, typedAheadMs))
      waiting = ''
    },
    async ask(question: string, shown = false): Promise<string> {
      stderr.write(question)
      let line = ''
      for (;;) {
        const key = await nextKey()
        if (key === '\r' || key === '\n') break
        if (key === '\x03') throw new CommandError('Cancelled.', 130)
        if (key === '\x04' && line === '') break
        if (key === '\x7f' || key === '\b') line = [...line].slice(0, -1).join('')
        else if (key === '\x15') line = ''
        else if (key >= ' ' && line.length < longest) line += key
        if (shown) stderr.write(`\r\x1b[K${question}${line}`)
      }
      stderr.write('\n')
      return line
    },
    close(): void {
      stdin.off('data', hear)
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
}
