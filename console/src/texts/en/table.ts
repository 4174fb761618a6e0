// The words of tables, in English.

export const table = {
  readOnly: 'Read-only',
  choose: 'Select row',
  chooseAll: 'Select all',
  moved: 'Moves when the list reloads',
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  unsorted: 'Remove sorting',
  ways: { sum: 'Sum', avg: 'Average', count: 'Filled in' },
  show: { sum: 'Show sum', avg: 'Show average', count: 'Show number of values' },
  showNothing: 'Hide figure',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  wider: 'Wider',
  narrower: 'Narrower',
  hide: 'Hide column',
  late: 'overdue',
}
