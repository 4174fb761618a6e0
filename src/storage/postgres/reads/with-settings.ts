// Runs a read with settings of its own.
import type { PoolClient } from 'pg'
import type { Query } from '../../store.ts'
import type { Connections } from '../driver/connections.ts'

/** Runs `step` in a transaction if it has settings. */
export async function withSettings<T>(
  connections: Connections,
  client: PoolClient,
  settings: readonly Query[],
  step: () => Promise<T>,
): Promise<T> {
  if (settings.length === 0) return connections.alone(client, step)
  await client.query('BEGIN READ ONLY')
  try {
    for (const query of connections.local ? [connections.local, ...settings] : settings)
      await connections.rows(client, query)
    return await step()
  } finally {
    // Ends the transaction in any case. The first statement that fails reports a lost connection.
    await client.query('COMMIT').catch(() => {})
  }
}

/** A setting that holds until the transaction ends. */
export const setting = (name: string, value: number | string): Query => ({
  sql: 'SELECT set_config($1, $2, true)',
  params: [name, String(value)],
})
