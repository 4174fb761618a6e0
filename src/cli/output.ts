// What a command says: text for people, or one JSON object for programs and nothing else.

export interface Output {
  readonly json: boolean
  /** Results: to standard output, or left out where a JSON object will stand for them. */
  line(text?: string): void
  /** Remarks: to standard error, whichever form the results have. */
  note(text: string): void
  /** The one object of --json. */
  object(value: unknown): void
  /** Whether standard error is a terminal, where a progress bar can be drawn. */
  readonly interactive: boolean
  /** Draws over the last line of standard error. */
  draw(text: string): void
}

export function processOutput(json: boolean): Output {
  // Whoever read us has heard enough (`| head`): that is no failure.
  process.stdout.on('error', error => process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1))
  return {
    json,
    line: (text = '') => {
      if (!json) process.stdout.write(`${text}\n`)
    },
    note: text => void process.stderr.write(`${text}\n`),
    object: value => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`)
    },
    interactive: process.stderr.isTTY === true,
    draw: text => void process.stderr.write(text),
  }
}
