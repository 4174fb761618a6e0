// The words of the recycle bin, in English.

export const bin = {
  title: 'Recycle bin',
  empty: 'The recycle bin is empty',
  emptyHint: 'What you delete can be restored from here for 30 days, unless your administrator has set another time.',
  emptyFiltered: 'Nothing of this kind is in the recycle bin',
  whose: 'Deleted by',
  everyone: 'Everyone',
  me: 'Me',
  kind: 'Kind of record',
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restored: (name: string) => `Restored ${name}`,
  deletedBy: (who: string) => `Deleted by ${who}`,
  with: (count: number) => (count === 1 ? 'and 1 record that hangs on it' : `and ${count} records that hang on it`),
  showBelow: (name: string) => `Show what was deleted with ${name}`,
  more: 'Show earlier',
  down: 'Next unit',
  up: 'Previous unit',
}
