// What helps to fill in a field, by entity and field, in English.

export const hints = {
  'Opportunity/Objective': 'What you want to sell',
  'Opportunity/Contact': 'The person you talk to there',
  'Opportunity/CloseDate': 'When you expect the decision',
  'Task/Activity': 'What is to be done',
  'User/Uid': 'A short name to sign in and to be mentioned with',
  'User/Admin': 'May change settings and see everything',
  'User/Enabled': 'Can sign in',
  'User/SsoOnly': 'Signs in through your identity provider, never with a password',
  'User/Culture': 'How dates and numbers look, such as en-US or de-DE',
  'User/TimeZone': 'Such as Europe/Berlin',
  'User/Password': 'Leave it empty to send an invitation instead',
  'CurrencyRate/Rate': 'How much one unit is worth in your own currency',
  'CurrencyRate/CurrencyCode': 'Three letters, such as EUR',
  'CurrencyRate/EffectiveDate': 'Used from this day on',
  'Territory/SortOrder': 'Smaller numbers come first',
  'Appointment/SendInvitations': 'All participants get the appointment by mail, its changes and its end.',
  'Workflow/Owner': 'Triggers start the workflow in this user’s name; empty for you',
  'Workflow/IsSequential': 'Else all tasks, or stages, begin at once',
  'Workflow/HasStages': 'The tasks belong to stages',
}
