// Builds the console into dist/, which the server reads into memory.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The server puts the nonce of each response in the place of this word.
  html: { cspNonce: '__CSP_NONCE__' },
  // `npm run console:dev` leaves everything but the console to a server that runs beside it.
  server: {
    proxy: Object.fromEntries(
      ['/console/', '/oauth', '/api', '/demo', '/docs', '/reference'].map(path => [path, 'http://localhost:8080']),
    ),
  },
  build: {
    manifest: 'manifest.json',
    // The policy of the page allows no data: scripts, and every browser that it supports knows modulepreload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The functions of colour that the style sheets use are known to these and newer.
    cssTarget: ['chrome123', 'firefox124', 'safari17.5'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
})
