// Cancels the statement under way on a connection when nobody wants its rows any more.
import type { PoolClient } from 'pg'
import type { SlowReadOptions } from '../../store.ts'

/** Has the server of a connection cancel what its process does. */
export type Cancel = (processId: number) => Promise<unknown>

export async function unlessGone<T>(
  client: PoolClient,
  { gone }: SlowReadOptions,
  cancel: Cancel,
  step: () => Promise<T>,
): Promise<T> {
  const signal = gone?.()
  if (!signal) return step()
  signal.throwIfAborted()
  let cancelled: Promise<unknown> = Promise.resolve()
  const onAbort = () => {
    const { processID } = client as unknown as { readonly processID: number }
    cancelled = cancel(processID).catch(() => {})
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await step()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Until then the connection serves nobody else, whose statement would be cancelled instead.
    await cancelled
  }
}
