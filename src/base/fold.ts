// Folds texts into the form by which both engines compare, sort and search them.

const marks = /\p{M}+/gu
const plainAscii = /^[\x20-\x7e]*$/

/** Compatibility decomposition, marks removed, full case folding: JOSÉ = jose, Straße = STRASSE. */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replace(marks, '')
  // Upper then lower approximates full case folding (ß -> SS -> ss); the final sigma is the one letter it leaves apart.
  return bare.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKD').replace(marks, '')
}

/** The folded words of a text: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  return folded.match(plainAscii.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}
