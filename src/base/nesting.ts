// Checks how deep JSON nests, so that recursive code does not run out of stack.

export const deepest = 100

/** Stops at the limit, so that the check itself cannot recurse too deep. */
export const nestsDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => nestsDeeperThan(inner, levels - 1)))
