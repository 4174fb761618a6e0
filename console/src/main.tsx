// Starts the console in the page that the server sent.
import './ui/theme/styles.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode, useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { localChoice, useLocalChoice } from './api/preferences.ts'
import { listenToKeys } from './keys/registry.ts'
import { router } from './screens/router.tsx'
import { type Language, languageOf, loadTexts, TextsProvider } from './texts/index.tsx'
import type { Texts } from './texts/types.ts'
import { themeWith, variables } from './ui/theme/theme.ts'

// Styles that scripts add carry the nonce of the page, or its policy refuses them.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

listenToKeys()

const chosenLanguage = (choice: Language | ''): Language => languageOf([choice, ...navigator.languages])

function Console({ first }: { first: Texts }) {
  const [texts, setTexts] = useState(first)
  const [choice] = useLocalChoice<Language | ''>('language', '')
  const language = chosenLanguage(choice)
  useEffect(() => {
    document.documentElement.lang = language
    void loadTexts(language).then(setTexts)
  }, [language])
  const theme = useMemo(() => themeWith(texts.ui.close), [texts])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      getStyleNonce={() => nonce}
      defaultColorScheme="auto"
    >
      <TextsProvider texts={texts}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </TextsProvider>
    </MantineProvider>
  )
}

const texts = await loadTexts(chosenLanguage(localChoice('language', '')))
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Console first={texts} />
  </StrictMode>,
)
