// Prints the figures of a long test as a table for `docs/explanations/reliability.md`; short runs print nothing.
import assert from 'node:assert/strict'

/** The size of a test: the value of the variable, which `npm run faults`, `fuzz` and `soak` set, or the short one. */
export const sizeOf = (variable: string, short: number): number => Number(process.env[variable] ?? short)

export function report(variable: string, title: string, figures: Readonly<Record<string, string | number>>): void {
  if (process.env[variable] !== undefined) printFigures(title, figures)
}

/** Prints them as a table that `npm run torture` reads. */
export function printFigures(title: string, figures: Readonly<Record<string, string | number>>): void {
  const rows = Object.entries(figures).map(([what, figure]) => `| ${title} | ${what} | ${figure} |`)
  console.log(['| test | measure | figure |', '|---|---|---|', ...rows].join('\n'))
}

/** Asserts a time in a command that sets the variable and has the machine to itself; `npm test` asserts no time. */
export function assertWithin(variable: string, ms: number, most: number, what: string): void {
  if (process.env[variable] === undefined) return
  assert.ok(ms < most, `${what} took ${ms.toFixed(0)} ms, not less than ${most}`)
}

export const mebibytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MiB`
