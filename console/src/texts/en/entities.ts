// The names of the entities as people say them, in English.

export const entities = {
  AbEntry: { one: 'Entry', many: 'Address book' },
  Opportunity: { one: 'Opportunity', many: 'Opportunities' },
  Case: { one: 'Case', many: 'Cases' },
  Lead: { one: 'Lead', many: 'Leads' },
  Task: { one: 'Task', many: 'Tasks' },
  Appointment: { one: 'Appointment', many: 'Appointments' },
  Interaction: { one: 'Interaction', many: 'Interactions' },
  RequestLog: { one: 'Request', many: 'Request log' },
  Campaign: { one: 'Campaign', many: 'Campaigns' },
}
