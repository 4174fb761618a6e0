// The types of start-postgres.mjs.
export function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }>
