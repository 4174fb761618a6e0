// The words of the map, in English.

export const map = {
  title: 'Map',
  places: 'Places and the number of their entries',
  found: 'Entries of the area',
  all: 'All entries',
  inArea: 'In the area',
  nowhere: 'Without a city',
  place: (name: string, more: number, count: number) =>
    more > 0 ? `${name} and ${more} more places: ${count} entries` : `${name}: ${count} entries`,
  entries: (count: string) => (count === '1' ? '1 entry' : `${count} entries`),
  without: (count: number) => (count === 1 ? '1 of them has no position' : `${count} of them have no position`),
  asList: 'Open as a list',
  clear: 'Show all',
  draw: 'Draw an area',
  drawing: 'Click the corners of the area.',
  finish: 'Finish the area',
  cancel: 'Give the area up',
  back: 'Take the last corner back',
  useVisible: 'Take what is visible as the area',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  move: 'Move the map',
  noneHere: 'Nobody is here',
  noneHereHint: 'Draw a larger area, or change the filter.',
  empty: 'The address book is empty',
  emptyHint: 'Entries with a position in their address appear here.',
}
