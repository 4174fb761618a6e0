// Declares the limits of an import.

/** Sizes are in bytes. */
export const importLimits = {
  fileBytes: 2 * 1024 ** 3,
  columns: 500,
  cellBytes: 64 * 1024,
  /** Characters of a heading. */
  headingLength: 200,
  /** Levels of lists and objects in a cell. */
  cellDepth: 32,
  /** Elements of a list in a cell. */
  cellElements: 1_000,
  /** An import is removed so long after its upload. */
  keptSeconds: 30 * 24 * 3600,
  /** Imports of one user that are kept. */
  perUser: 200,
  savedMappings: 200,
} as const
