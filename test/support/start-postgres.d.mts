// The types of start-postgres.mjs.
export function startPostgres(options?: {
  folder?: string
  settings?: readonly string[]
}): Promise<{ url: string; stop: () => Promise<void> }>
