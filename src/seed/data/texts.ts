// Lists subjects and texts of interactions, notes, cases and sales.

export const callSubjects = [
  'Introduction call',
  'Follow-up on the offer',
  'Question about the invoice',
  'Delivery date',
  'Renewal of the contract',
  'Feedback after the first month',
  'Price for a larger order',
  'Demo of the new release',
  'Complaint about a late delivery',
  'Check-in before the holidays',
  'New contact person',
  'Requirements for the pilot',
  'Training for the team',
  'Open points from the last meeting',
]

export const remarks = [
  'Asked for a written offer by the end of the week.',
  'Will talk to the management and come back to us.',
  'Very satisfied so far; wants to extend to the second site.',
  'Not available, left a message with the assistant.',
  'Compares us with one competitor, price is not the main point.',
  'Needs references from the same industry.',
  'Budget is approved, contract to be signed next month.',
  'Prefers e-mail; calls only in the morning.',
  'Asked for a discount on volume.',
  'The project is on hold until the new fiscal year.',
  'Wants a visit at the plant before deciding.',
  'Sent the data sheet and the price list.',
]

export const objectives = [
  'Replace the old system',
  'Supply contract',
  'Pilot project',
  'Extension to a second site',
  'Annual maintenance',
  'Framework agreement',
  'Upgrade to the enterprise package',
  'Training programme',
  'Consulting engagement',
  'Migration of existing data',
]

export const nextActions = [
  'Send the offer',
  'Call back',
  'Arrange a visit',
  'Prepare a demo',
  'Clarify terms of delivery',
  'Wait for the decision',
]

export const caseSubjects = [
  'Cannot sign in',
  'Wrong quantity delivered',
  'Invoice has the old address',
  'Machine stops after an hour',
  'Question about the warranty',
  'Spare part wanted',
  'Update fails',
  'Report shows no data',
]

export const noteTexts = [
  'Met at the trade fair in spring; interested in the whole range.',
  'Invoices go to the head office, deliveries to the plant.',
  'Speaks for the whole purchasing group.',
  'Closed between Christmas and New Year.',
  'Was a customer of ours ten years ago.',
  'Decision makers are the owner and her brother.',
  'Only ships with their own carrier.',
  'Payment always on time.',
]

export const positions = [
  'Owner',
  'Chief Executive',
  'Director',
  'Manager',
  'Buyer',
  'Engineer',
  'Consultant',
  'Assistant',
  'Head of Purchasing',
  'Head of IT',
  'Plant Manager',
  'Controller',
]

export const departments = [
  'Sales',
  'Marketing',
  'Finance',
  'Operations',
  'Engineering',
  'Purchasing',
  'Support',
  'Legal',
]

export const taskActivities = [
  'Call back',
  'Send the offer',
  'Prepare the demo',
  'Check the contract',
  'Ask for references',
  'Update the forecast',
  'Send the invoice again',
  'Thank for the visit',
]

export const appointmentSubjects = [
  'Kick-off',
  'Quarterly review',
  'Demo on site',
  'Contract talks',
  'Planning for next year',
  'Lunch with the management',
]
