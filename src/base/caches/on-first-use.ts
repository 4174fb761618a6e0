// Makes things on first use, so that a start does not wait for what many servers never need.
import { createRequire } from 'node:module'

/** Makes it at the first call, and gives the same from then on. */
export function onFirstUse<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Loads a package; an import would load it at the start, and a dynamic one would make its users asynchronous. */
export const loadPackage = createRequire(import.meta.url) as <Package>(name: string) => Package
