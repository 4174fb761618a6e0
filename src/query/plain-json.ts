// The JSON text of a part of a request, which may nest as deep as its sender likes.
import { refuse } from '../base/errors.ts'

export function plainJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // What came as JSON has no circles and no bigints in it, so it is the depth.
    if (error instanceof RangeError) return refuse('LimitExceeded', '', 'The request nests too deep.')
    throw error
  }
}
