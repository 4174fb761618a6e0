// Chooses texts by the language of a culture.

/** The texts in the language of a culture (`de-AT`); null when there are none. */
export function textsIn<T>(languages: Readonly<Record<string, T>>, culture: string): T | null {
  const [language = ''] = culture.toLowerCase().split('-', 1)
  return Object.hasOwn(languages, language) ? (languages[language] as T) : null
}
