// The words of the map, in English.

export const map = {
  title: 'Map',
  places: 'Entries by place',
  found: 'Entries in the area',
  all: 'All entries',
  inArea: 'In the area',
  nowhere: 'No city',
  place: (name: string, more: number, count: number) =>
    more > 0 ? `${name} and ${more} more places: ${count} entries` : `${name}: ${count} entries`,
  entries: (count: string) => (count === '1' ? '1 entry' : `${count} entries`),
  without: (count: number) => (count === 1 ? '1 without a position' : `${count} without a position`),
  asList: 'Open as list',
  clear: 'Show all',
  draw: 'Draw area',
  drawing: 'Click to add the points of the area.',
  finish: 'Finish area',
  cancel: 'Discard area',
  back: 'Undo last point',
  useVisible: 'Use visible area',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  move: 'Pan map',
  noneHere: 'No entries here',
  noneHereHint: 'Draw a larger area, or change the filter.',
  empty: 'The address book is empty',
  emptyHint: 'Entries with a position in their address appear here.',
}
