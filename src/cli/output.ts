// Prints the output of a command: text for people, or exactly one JSON object for programs.

export interface Output {
  readonly json: boolean
  /** Prints a result to standard output; does nothing with --json. */
  line(text?: string): void
  /** Prints rows below their headers, in columns; does nothing with --json. */
  table(headers: readonly string[], rows: readonly (readonly unknown[])[]): void
  /** Prints named values, one in a line; does nothing with --json. */
  facts(facts: Readonly<Record<string, unknown>>): void
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
  const line = (text = ''): void => {
    if (!json) process.stdout.write(`${text}\n`)
  }
  return {
    json,
    line,
    table: (headers, rows) => {
      const texts = [headers, ...rows.map(row => row.map(shown))]
      for (const text of aligned(texts)) line(text)
    },
    facts: facts => {
      for (const [name, value] of Object.entries(facts)) line(`${name}: ${shown(value)}`)
    },
    note: text => void process.stderr.write(`${text}\n`),
    object: value => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`)
    },
    interactive: process.stderr.isTTY === true,
    draw: text => void process.stderr.write(text),
  }
}

/** Line breaks and control characters of a value would tear the columns, or steer the terminal. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(shown).join(', ')
  return String(value).replace(/\p{Cc}+/gu, ' ')
}

/** The last column is not padded, so that a line ends with its text. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map(row => [...(row[i] ?? '')].length)))
  const pad = (text: string, i: number) => text + ' '.repeat(Math.max(0, (widths[i] ?? 0) - [...text].length))
  return rows.map(row => row.map((text, i) => (i === row.length - 1 ? text : pad(text, i))).join('  '))
}
