// The words of the activity page, in English.

export const activity = {
  title: 'Activity',
  records: 'The records that were changed',
  person: 'Person',
  everybody: 'Everybody',
  kind: 'Record type',
  everything: 'Everything',
  none: 'Nothing has happened yet',
  noneFiltered: 'No matching activity',
  hint: 'What colleagues create, change and write appears here, for all records that you may read.',
  clear: 'Clear filters',
  more: 'Show earlier',
  did: {
    Create: (who: string) => `Created by ${who}`,
    Update: (who: string) => `Changed by ${who}`,
    Delete: (who: string) => `Deleted by ${who}`,
    Restore: (who: string) => `Restored by ${who}`,
    Merge: (who: string) => `Merged by ${who}`,
  },
}
