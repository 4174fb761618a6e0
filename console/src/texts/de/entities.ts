// The names of the entities as people say them, in German.
import type { Section } from '../types.ts'

export const entities: Section<'entities'> = {
  AbEntry: { one: 'Eintrag', new: 'Neuer Eintrag', many: 'Adressbuch' },
  Opportunity: { one: 'Verkaufschance', new: 'Neue Verkaufschance', many: 'Verkaufschancen' },
  Case: { one: 'Fall', new: 'Neuer Fall', many: 'Fälle' },
  Lead: { one: 'Lead', new: 'Neuer Lead', many: 'Leads' },
  Task: { one: 'Aufgabe', new: 'Neue Aufgabe', many: 'Aufgaben' },
  Appointment: { one: 'Termin', new: 'Neuer Termin', many: 'Termine' },
  Interaction: { one: 'Kontakt', many: 'Kontakte' },
  RequestLog: { one: 'Anfrage', many: 'Anfragenprotokoll' },
  Campaign: { one: 'Kampagne', new: 'Neue Kampagne', many: 'Kampagnen' },
  Custom: { one: 'Datensatz eigener Art', new: 'Neuer Datensatz', many: 'Datensätze eigener Art' },
  CustomChild: { one: 'Zugehöriger Datensatz', new: 'Neuer zugehöriger Datensatz', many: 'Zugehörige Datensätze' },
}
