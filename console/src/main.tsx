// Starts the console in the page that the server sent.
import '@mantine/core/styles.css'
import { MantineProvider, Title } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider getStyleNonce={() => nonce} defaultColorScheme="auto">
      <Title order={1}>Clientele</Title>
    </MantineProvider>
  </StrictMode>,
)
