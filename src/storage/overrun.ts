// Declares the end of a quick read that has proved not to be quick; its store then runs it as a slow read.

/** Thrown while a quick read runs: it takes longer, or gives more bytes, than a quick read may. */
export class Overrun extends Error {
  constructor() {
    super('The read is not quick.')
    this.name = 'Overrun'
  }
}

/** Bytes of the values that a quick read may give: its rows are in memory together, those of a slow read come in pieces. */
export const quickReadBytes = 4 * 1024 ** 2
