// The words of tables, in English.

export const table = {
  readOnly: 'Read only',
  choose: 'Choose this row',
  chooseAll: 'Choose all',
  moved: 'Moves when the list is read again',
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  unsorted: 'Do not sort by this',
  moveLeft: 'Move to the left',
  moveRight: 'Move to the right',
  wider: 'Wider',
  narrower: 'Narrower',
  hide: 'Hide this column',
}
