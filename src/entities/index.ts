// Collects the entities that the files of this folder export, so that a new file is a new entity.
import { readdirSync } from 'node:fs'
import { type Entity, isEntity } from './entity.ts'
import { historyOf } from './history.ts'

const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.ts') && name !== 'index.ts')
const modules = await Promise.all(files.sort().map(name => import(`./${name}`) as Promise<Record<string, unknown>>))
const declared: readonly Entity[] = modules.flatMap(module => Object.values(module).filter(isEntity))

/** The entities whose writes are recorded in History: all that can be written, except those marked `unrecorded`, and those marked `serviceWrites`. */
export const recorded: readonly string[] = declared
  .filter(
    ({ operations, unrecorded, serviceWrites }) =>
      serviceWrites || (!unrecorded && (operations.includes('Create') || operations.includes('Update'))),
  )
  .map(({ name }) => name)

/** The kind of Schema rows in History; the key of one is its absolute path. */
export const schemaKind = 'Schema'

export const entities: readonly Entity[] = [...declared, historyOf(recorded, schemaKind)]
