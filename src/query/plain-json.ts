// Serializes a part of a request as JSON and refuses one that nests too deep.
import { refuse } from '../base/errors.ts'

export function plainJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // Parsed JSON has no cycles and no bigints, so a RangeError means the depth.
    if (error instanceof RangeError) return refuse('LimitExceeded', '', 'The request nests too deep.')
    throw error
  }
}
