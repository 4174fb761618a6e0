// Declares the entities that the administrators of a database have made.

/** Records of it are those of Custom, or of CustomChild if it has a parent, with the key of its setup. */
export interface CustomKind {
  /** The identifier of its CustomSetup. */
  readonly id: string
  readonly name: string
  readonly pluralName: string
  readonly tag: string
  readonly icon: string | null
  /** `AbEntry`, `Opportunity`, or the TAG of another one; null for records of their own. */
  readonly parent: string | null
}

/** The Type of its records in AppliesTo. */
export const customType = ({ tag }: Pick<CustomKind, 'tag'>): string => `Custom:${tag}`
