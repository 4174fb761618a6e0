// Tells whether a JSON value nests deeper than some number of levels.

/** Stops at that level, so that the check itself cannot run out of stack. */
export const nestsDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => nestsDeeperThan(inner, levels - 1)))
