// Declares the search for PgBouncer for the tests that start it.
export function findPgBouncer(): string | null
export function ensurePgBouncer(): Promise<void>
