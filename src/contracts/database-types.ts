// Writes the TypeScript types of a database, with its user-defined fields and options, as a file for programs that use the client.
import type { Catalog } from '../model/catalog.ts'
import { modelTypes } from './model-types.ts'

/** The file has no date or version in it: as long as the database has the same fields and options, it is the same. */
export const databaseTypes = (catalog: Catalog, database: string): string =>
  `// Declares the model of the database ${database.replace(/\s+/g, ' ')}: connect<CrmModel>(...) of @clientele/client.
// Written by "clientele types"; run it again instead of changing this file. "clientele types --check" compares.
${modelTypes(catalog.model, list => catalog.list(list).items, 'CrmModel')}`
