// What helps to fill in a field, by entity and field, in French.
import type { Section } from '../types.ts'

export const hints: Section<'hints'> = {
  'Opportunity/Objective': 'Ce que vous voulez vendre',
  'Opportunity/Contact': 'Votre interlocuteur',
  'Opportunity/CloseDate': 'Quand vous attendez la décision',
  'Task/Activity': 'Ce qu’il faut faire',
  'User/Uid': 'Un nom court pour se connecter et être mentionné',
  'User/Admin': 'Peut modifier les paramètres et tout voir',
  'User/Enabled': 'Peut se connecter',
  'User/SsoOnly': 'Se connecte par votre fournisseur d’identité, jamais par mot de passe',
  'User/Culture': 'Format des dates et des nombres, par exemple fr-FR',
  'User/TimeZone': 'Par exemple Europe/Paris',
  'User/Password': 'Laissez vide pour envoyer une invitation',
  'CurrencyRate/Rate': 'Ce que vaut une unité dans votre monnaie',
  'CurrencyRate/CurrencyCode': 'Trois lettres, par exemple EUR',
  'CurrencyRate/EffectiveDate': 'S’applique à partir de ce jour',
  'Territory/SortOrder': 'Les petits nombres d’abord',
  'Appointment/SendInvitations':
    'Tous les participants reçoivent le rendez-vous par e-mail, ses changements et son annulation.',
  'Workflow/Owner': 'Les déclencheurs démarrent le workflow au nom de cet utilisateur ; vide pour vous',
  'Workflow/IsSequential': 'Sinon toutes les tâches ou étapes commencent en même temps',
  'Workflow/HasStages': 'Les tâches appartiennent à des étapes',
}
