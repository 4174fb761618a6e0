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
    { key: 57_997, name: 'New', extra: { Group: 'open' } },
    { key: 57_998, name: 'Assigned', extra: { Group: 'open' } },
    { key: 57_999, name: 'In Progress', extra: { Group: 'open' } },
    { key: 58_000, name: 'Waiting', extra: { Group: 'open' } },
    { key: 58_001, name: 'Resolved', extra: { Group: 'resolved' } },
    { key: 58_002, name: 'Abandoned', extra: { Group: 'abandoned' } },
  ],
  /** For Priority and Severity. */
  caseLevel: [
    { key: 57_900, name: 'Low' },
    { key: 57_901, name: 'Medium' },
    { key: 57_902, name: 'High' },
  ],
  campaignType: [
    { key: 10, name: 'Email' },
    { key: 15, name: 'Event' },
    { key: 20, name: 'Advertising' },
    { key: 25, name: 'Direct mail' },
    { key: 30, name: 'Webinar' },
  ],
  subscriberStatus: numbered('Active', 'Paused', 'Completed', 'Removed'),
  noteType: ['General', 'Email', 'Phone', 'Meeting', 'Other'].map((name, key) => ({ key, name })),
  taskPriority: [
    { key: 1, code: 'Hi', name: 'High' },
    { key: 2, code: 'MED', name: 'Medium' },
    { key: 3, code: 'LOW', name: 'Low' },
  ],
  taskStatus: from60001('Not started', 'In progress', 'Completed', 'Waiting', 'Deferred'),
  taskCategory: numbered('Call', 'Email', 'Meeting', 'Paperwork'),
  taskResult: numbered('Done', 'Postponed', 'Dropped'),
} satisfies Record<string, readonly DefaultItem[]>
