// Resolves imports among source files without the file system, in this process and in those that it starts.
import { registerHooks } from 'node:module'
import { isSource } from '../product-files.ts'

// A relative import among our source files, or those of the query builder (250), names a file that exists, is no link and is an
// ES module. Node would ask the file system for all three, which took up to a third of the processor time of a start.
const queryBuilder = new URL('../../../node_modules/kysely/', import.meta.url).href
const sourceHooks: Parameters<typeof registerHooks>[0] = {
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    const isOurs = specifier.startsWith('.') && specifier.endsWith('.ts')
    const isTheirs = specifier.startsWith('.') && parentURL.startsWith(queryBuilder)
    if (!isOurs && !isTheirs) return next(specifier, context)
    const url = new URL(specifier, parentURL).href
    return { url, format: isOurs ? 'module-typescript' : 'module', shortCircuit: true }
  },
}
if (isSource) registerHooks(sourceHooks)

/** The flag of Node by which another process does the same; none for compiled code. */
export const sourceImports: readonly string[] = isSource ? [`--import=${import.meta.url}`] : []
