// Gives a name or a key one of the colours of base.css, the same one wherever it stands.

/** So many colours most people can distinguish. Keys of option lists are numbers: of the status of a sale 3 is won, green, and 4 is lost, red. */
const hues = 8

export function hueOf(seed: string): number {
  let sum = 0
  for (const char of seed) sum = (sum * 31 + (char.codePointAt(0) as number)) % 9973
  return (/^\d+$/.test(seed) ? Number(seed) : sum) % hues
}
