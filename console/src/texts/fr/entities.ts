// The names of the entities as people say them, in French.
import type { Section } from '../types.ts'

export const entities: Section<'entities'> = {
  AbEntry: { one: 'Fiche', new: 'Nouvelle fiche', many: 'Carnet d’adresses' },
  Opportunity: { one: 'Opportunité', new: 'Nouvelle opportunité', many: 'Opportunités' },
  Case: { one: 'Dossier', new: 'Nouveau dossier', many: 'Dossiers' },
  Lead: { one: 'Piste', new: 'Nouvelle piste', many: 'Pistes' },
  Task: { one: 'Tâche', new: 'Nouvelle tâche', many: 'Tâches' },
  Appointment: { one: 'Rendez-vous', new: 'Nouveau rendez-vous', many: 'Rendez-vous' },
  Interaction: { one: 'Échange', many: 'Échanges' },
  RequestLog: { one: 'Requête', many: 'Journal des requêtes' },
  Campaign: { one: 'Campagne', new: 'Nouvelle campagne', many: 'Campagnes' },
  Custom: { one: 'Fiche personnalisée', new: 'Nouvelle fiche', many: 'Fiches personnalisées' },
  CustomChild: { one: 'Fiche liée', new: 'Nouvelle fiche liée', many: 'Fiches liées' },
}
