// Cancels the statement that runs on a connection when its client is gone, or it has to yield.
import type { PoolClient } from 'pg'

/** Cancels the statement that a process of the server runs. */
export type Cancel = (processId: number) => Promise<unknown>

export async function unlessGone<T>(
  client: PoolClient,
  gone: () => AbortSignal,
  cancel: Cancel,
  step: () => Promise<T>,
): Promise<T> {
  const signal = gone()
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
    // The connection is not released before that: the cancellation would hit the statement of its next user.
    await cancelled
  }
}
