// Makes the request that converts a lead, and reads what the lead became.
import type { Body } from '../api/envelope.ts'

export interface ConversionDraft {
  readonly becomes: 'company' | 'individual'
  /** The key of an entry that exists; empty for a new company. */
  readonly company: string
  readonly CompanyName: string
  readonly FirstName: string
  readonly LastName: string
  readonly hasOpportunity: boolean
  readonly Objective: string
  /** Whether notes and documents move along. */
  readonly takesNotes: boolean
}

/** A company has a contact if the lead names a person. */
export function conversionMembers(lead: string, draft: ConversionDraft, isAnother: boolean): Body {
  const { becomes, company, CompanyName, FirstName, LastName, takesNotes } = draft
  const hasPerson = FirstName !== '' || LastName !== ''
  const ofCompany = {
    Company: company === '' ? { CompanyName } : { Key: company },
    ...(hasPerson ? { Contact: { FirstName, LastName } } : {}),
  }
  const Target = {
    ...(becomes === 'company' ? ofCompany : { Individual: { CompanyName, FirstName, LastName } }),
    ...(draft.hasOpportunity ? { Opportunity: { Objective: draft.Objective } } : {}),
  }
  const Options = { CopyNotes: takesNotes, CopyDocuments: takesNotes, WarnDuplicates: !isAnother }
  return { Payload: { Data: { Source: { Lead: { Key: lead } }, Target }, Options } }
}

/** The key of the entry to which the answer leads: the person before the company. */
export function convertedKey(answer: Body): string {
  const { Data } = answer.Payload as { readonly Data: Readonly<Record<string, { readonly Key: string } | undefined>> }
  return (Data.Contact ?? Data.Individual ?? Data.Company)?.Key ?? ''
}
