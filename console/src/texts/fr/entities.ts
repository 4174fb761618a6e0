// The names of the entities as people say them, in French.
import type { Section } from '../types.ts'

export const entities: Section<'entities'> = {
  AbEntry: { one: 'Fiche', many: 'Carnet d’adresses' },
  Opportunity: { one: 'Opportunité', many: 'Opportunités' },
  Case: { one: 'Dossier', many: 'Dossiers' },
  Lead: { one: 'Piste', many: 'Pistes' },
  Task: { one: 'Tâche', many: 'Tâches' },
  Appointment: { one: 'Rendez-vous', many: 'Rendez-vous' },
  Interaction: { one: 'Échange', many: 'Échanges' },
  RequestLog: { one: 'Requête', many: 'Journal des requêtes' },
  Campaign: { one: 'Campagne', many: 'Campagnes' },
}
