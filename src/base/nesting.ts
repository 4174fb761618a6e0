// How deep JSON may nest before code that walks it would run out of stack.

export const deepest = 100

/** Stops at the limit, so that the question itself cannot go too deep. */
export const nestsDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => nestsDeeperThan(inner, levels - 1)))
