// Declares the types of chromium.mjs for the tests that import it.
export function findChromium(): string | null
export function ensureChromium(): Promise<string>
