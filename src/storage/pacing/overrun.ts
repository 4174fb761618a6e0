// Declares the error that ends a quick read beyond its limits; the store then runs it again as a slow read.

/** Thrown when a quick read takes longer or returns more bytes than it may. */
export class Overrun extends Error {
  constructor() {
    super('The read is not quick.')
    this.name = 'Overrun'
  }
}

/** The most bytes that a quick read may return: its rows are in memory together, those of a slow read arrive in pieces. */
export const quickReadBytes = 4 * 1024 ** 2
