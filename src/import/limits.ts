// Declares the limits of an import.

/** The largest file, the most columns, and the largest cell; bytes. */
export const importLimits = {
  fileBytes: 2 * 1024 ** 3,
  columns: 500,
  cellBytes: 64 * 1024,
  /** An import is removed so long after its upload. */
  keptSeconds: 30 * 24 * 3600,
  /** Imports of one user that are kept. */
  perUser: 200,
  savedMappings: 200,
} as const
