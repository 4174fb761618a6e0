// Declares the kinds of routes that people and OAuth clients use: their body, their access, and the face of their failures.

/** Nothing that is sent to an issuer is large. */
export const bodyLimit = 64 * 1024

export const page = { method: 'GET', body: 'none', auth: 'none', face: 'page' } as const
export const form = { method: 'POST', body: 'text', auth: 'none', face: 'page', bodyLimit } as const
const client = { auth: 'none', face: 'oauth', cors: true } as const
export const oauth = { ...client, method: 'POST', body: 'text', bodyLimit, secret: true } as const
export const metadata = { ...client, method: 'GET', body: 'none', operation: 'metadata' } as const
