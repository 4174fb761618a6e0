// Says which record the records of an entity belong to: its fields can be shown, asked for and sorted by with theirs.

export interface Owner {
  /** The field that names the owner. */
  readonly path: string
  readonly entity: string
}

const client: Owner = { path: 'AbEntry', entity: 'AbEntry' }

const owners: Readonly<Record<string, Owner>> = {
  AbEntry: { path: 'Parent', entity: 'AbEntry' },
  Opportunity: client,
  Case: client,
  Interaction: client,
  Task: client,
  Lead: { path: 'Campaign', entity: 'Campaign' },
}

/** Null where records belong to none. */
export const ownerOf = (entity: string): Owner | null => owners[entity] ?? null
