// The words of the recycle bin, in English.

export const bin = {
  title: 'Recycle bin',
  empty: 'The recycle bin is empty',
  emptyHint: 'Deleted records stay here for 30 days, unless your administrator chose another period.',
  emptyFiltered: 'No matching records in the recycle bin',
  whose: 'Deleted by',
  everyone: 'Everyone',
  me: 'Me',
  kind: 'Record type',
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restored: (name: string) => `Restored ${name}`,
  deletedBy: (who: string) => `Deleted by ${who}`,
  with: (count: number) => (count === 1 ? 'and 1 related record' : `and ${count} related records`),
  showBelow: (name: string) => `Show records deleted with ${name}`,
  more: 'Show earlier',
  down: 'Next item',
  up: 'Previous item',
}
