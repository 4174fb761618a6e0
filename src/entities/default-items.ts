// Lists the option items of a new database.
import type { DefaultItem } from '../fields/option-source.ts'

const numbered = (...names: string[]): DefaultItem[] => names.map((name, i) => ({ key: i + 1, name }))
const from60001 = (...names: string[]): DefaultItem[] => names.map((name, i) => ({ key: 60001 + i, name }))

const kind = (key: number, name: string, icon: string, biDirectional: boolean, external: boolean): DefaultItem => ({
  key,
  name,
  extra: { Icon: icon, BiDirectional: biDirectional, External: external },
})

export const items = {
  mrMs: numbered('Mr.', 'Ms.', 'Mrs.', 'Mx.', 'Dr.', 'Prof.'),
  salutation: numbered('Dear Sir or Madam', 'Hello', 'Hi', 'Good day'),
  division: numbered('Commercial', 'Consumer', 'Public Sector', 'International'),
  department: numbered('Sales', 'Marketing', 'Finance', 'Operations', 'Engineering', 'Purchasing', 'Support', 'Legal'),
  position: numbered('Owner', 'Chief Executive', 'Director', 'Manager', 'Buyer', 'Engineer', 'Consultant', 'Assistant'),
  interactionType: [
    kind(60001, 'Phone Call', 'phone', true, true),
    kind(60002, 'Email', 'email', true, true),
    kind(60003, 'Appointment', 'calendar', false, true),
    kind(60004, 'Task', 'check', false, false),
    kind(60005, 'SMS', 'message', true, true),
    kind(60006, 'Chat', 'chat', true, true),
  ],
  interactionResult: numbered('Completed', 'Left message', 'No answer', 'Follow-up needed', 'Not interested'),
  interactionCategory: numbered('Sales', 'Service', 'Billing', 'General'),
  priority: [
    { key: 1, name: 'High' },
    { key: 2, name: 'Medium' },
    { key: 3, name: 'Low' },
  ],
  territoryStatus: numbered('Assigned by rule', 'Assigned by hand', 'Not assigned'),
  abEntryCategory: numbered('Customer', 'Prospect', 'Partner', 'Supplier', 'Press'),
  relationType: from60001('Partner', 'Supplier', 'Competitor', 'Subsidiary', 'Family', 'Colleague', 'Other'),
  reason: numbered('Price', 'Features', 'Timing', 'Relationship', 'Competition', 'No budget'),
  category: numbered('Hardware', 'Software', 'Services', 'Training', 'Maintenance'),
  product: numbered('Starter package', 'Professional package', 'Enterprise package', 'Consulting day', 'Support plan'),
  rating: numbered('Hot', 'Warm', 'Cold'),
  revenueType: from60001('New Business', 'Existing Business'),
  leadStatus: numbered('New', 'Contacted', 'Qualified', 'Converted', 'Disqualified'),
  leadSource: numbered('Web site', 'Referral', 'Trade show', 'Advertisement', 'Cold call', 'Partner'),
  industry: numbered(
    'Manufacturing',
    'Retail',
    'Finance',
    'Health',
    'Education',
    'Government',
    'Technology',
    'Construction',
  ),
  caseType: numbered('Question', 'Problem', 'Request', 'Complaint'),
  caseReason: numbered('Installation', 'Usage', 'Defect', 'Invoice', 'Delivery'),
  caseOrigin: numbered('Phone', 'Email', 'Web', 'In person'),
  caseQueue: numbered('First line', 'Second line', 'Field service'),
  caseStatus: [
    { key: 1, name: 'New', extra: { Group: 'open' } },
    { key: 2, name: 'Assigned', extra: { Group: 'open' } },
    { key: 3, name: 'In Progress', extra: { Group: 'open' } },
    { key: 4, name: 'Waiting', extra: { Group: 'open' } },
    { key: 5, name: 'Resolved', extra: { Group: 'resolved' } },
    { key: 6, name: 'Abandoned', extra: { Group: 'abandoned' } },
  ],
  caseSeverity: numbered('Critical', 'Major', 'Minor'),
  campaignType: numbered('Email', 'Event', 'Advertising', 'Direct mail', 'Webinar'),
  noteType: numbered('General', 'Phone', 'Email', 'Meeting', 'Other'),
  taskStatus: from60001('Not started', 'In progress', 'Completed', 'Waiting', 'Deferred'),
  taskCategory: numbered('Call', 'Email', 'Meeting', 'Paperwork'),
  taskResult: numbered('Done', 'Postponed', 'Dropped'),
} satisfies Record<string, readonly DefaultItem[]>
