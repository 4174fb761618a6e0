// Gives components the texts of the chosen language; each language is loaded when it is needed.
import { createContext, type ReactNode, use } from 'react'
import type { Texts } from './types.ts'

const loaders = {
  en: () => import('./en/index.ts'),
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
} satisfies Record<string, () => Promise<{ default: Texts }>>

export type Language = keyof typeof loaders

/** The languages by their own names. */
export const languages: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

export const loadTexts = async (language: Language): Promise<Texts> => (await loaders[language]()).default

/** The first of these tags whose language there is: `de-AT` -> `de`. */
export function languageOf(tags: readonly string[]): Language {
  const found = tags.map(tag => tag.slice(0, 2).toLowerCase()).find(tag => Object.hasOwn(loaders, tag))
  return (found as Language | undefined) ?? 'en'
}

const TextsContext = createContext<Texts | null>(null)

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>
}

export function useTexts(): Texts {
  const texts = use(TextsContext)
  if (!texts) throw new Error('There are no texts around this component')
  return texts
}
