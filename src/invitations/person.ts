// Declares an invited person.
export interface InvitedPerson {
  readonly email: string
  readonly uid?: string | undefined
  readonly culture?: string | undefined
  readonly ssoOnly: boolean
  /** Further fields of the User: names, groups, rights. */
  readonly fields: Readonly<Record<string, unknown>>
}
