// The names of the entities as people say them, in German.
import type { Section } from '../types.ts'

export const entities: Section<'entities'> = {
  AbEntry: { one: 'Eintrag', many: 'Adressbuch' },
  Opportunity: { one: 'Verkaufschance', many: 'Verkaufschancen' },
  Case: { one: 'Fall', many: 'Fälle' },
  Lead: { one: 'Lead', many: 'Leads' },
  Task: { one: 'Aufgabe', many: 'Aufgaben' },
  Appointment: { one: 'Termin', many: 'Termine' },
  Interaction: { one: 'Kontakt', many: 'Kontakte' },
  RequestLog: { one: 'Anfrage', many: 'Anfragenprotokoll' },
  Campaign: { one: 'Kampagne', many: 'Kampagnen' },
}
