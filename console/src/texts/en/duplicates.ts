// The words of duplicates, in English.

export const duplicates = {
  title: 'Duplicates',
  left: (count: number) => (count === 1 ? '1 pair to decide on' : `${count} pairs to decide on`),
  none: 'No likely duplicates',
  noMore: 'You skipped the remaining pairs',
  noneHint: 'Entries are compared by e-mail, phone number, and name with city or web domain.',
  showSkipped: 'Show skipped pairs',
  score: (percent: string) => `${percent} alike`,
  reasons: { Email: 'Same e-mail', Phone: 'Same phone number', Name: 'Same name', Domain: 'Same web domain' },
  more: (count: number) => `and ${count} more in this group`,
  created: (when: string) => `Created ${when}`,
  modified: (when: string) => `Changed ${when}`,
  keepLeft: 'Keep left',
  keepRight: 'Keep right',
  byField: 'Choose field by field',
  different: 'Not duplicates',
  skip: 'Skip',
  merged: (name: string) => `Merged into ${name}`,
  distinguished: 'Marked as different',
  fields: 'Fields',
  hint: 'Empty fields are filled from the other entry, and everything linked to it moves along. You can undo each step.',
}
