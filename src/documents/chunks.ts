// Splits a byte stream into chunks of one size.

/** A compromise: many chunks in memory at once stay small, and a document has few rows. */
export const chunkBytes = 256 * 1024

/** Every chunk but the last has exactly `chunkBytes`. */
export async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let held = 0
  for await (const part of body) {
    let rest = part
    while (held + rest.length >= chunkBytes) {
      const take = chunkBytes - held
      yield Buffer.concat([...parts, rest.subarray(0, take)])
      rest = rest.subarray(take)
      parts = []
      held = 0
    }
    if (rest.length > 0) {
      parts.push(rest)
      held += rest.length
    }
  }
  if (held > 0) yield Buffer.concat(parts)
}
