// Prints the output of a command: text for people, or exactly one JSON object for programs.

export interface Output {
  readonly json: boolean
  /** Prints a result to standard output; does nothing with --json. */
  line(text?: string): void
  /** Prints a remark to standard error, with --json too. */
  note(text: string): void
  /** Prints the JSON object of --json. */
  object(value: unknown): void
  /** Whether standard error is a terminal, which can show a progress bar. */
  readonly interactive: boolean
  /** Overwrites the last line of standard error. */
  draw(text: string): void
}

export function processOutput(json: boolean): Output {
  // A closed pipe (`| head`) is not a failure.
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
