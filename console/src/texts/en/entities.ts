// The names of the entities as people say them, in English.

export const entities = {
  AbEntry: { one: 'Entry', new: 'New entry', many: 'Address book' },
  Opportunity: { one: 'Opportunity', new: 'New opportunity', many: 'Opportunities' },
  Case: { one: 'Case', new: 'New case', many: 'Cases' },
  Lead: { one: 'Lead', new: 'New lead', many: 'Leads' },
  Task: { one: 'Task', new: 'New task', many: 'Tasks' },
  Appointment: { one: 'Appointment', new: 'New appointment', many: 'Appointments' },
  Interaction: { one: 'Interaction', many: 'Interactions' },
  RequestLog: { one: 'Request', many: 'Request log' },
  Campaign: { one: 'Campaign', new: 'New campaign', many: 'Campaigns' },
  Custom: { one: 'Custom record', new: 'New custom record', many: 'Custom records' },
  CustomChild: { one: 'Custom child record', new: 'New custom child record', many: 'Custom child records' },
}
