// Bytes of a stream, cut into pieces of one size.

/** Small enough for many at once to fit in memory, large enough for few rows. */
export const chunkBytes = 256 * 1024

/** Every piece but the last has exactly `chunkBytes`. */
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
