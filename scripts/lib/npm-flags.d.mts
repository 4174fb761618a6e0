// Declares the types of npm-flags.mjs for the tests that import it.
export function npmFlags(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): string[]
