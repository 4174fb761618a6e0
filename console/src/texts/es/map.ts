// The words of the map, in Spanish.
import type { Section } from '../types.ts'

export const map: Section<'map'> = {
  title: 'Mapa',
  places: 'Lugares y número de sus fichas',
  found: 'Fichas de la zona',
  all: 'Todas las fichas',
  inArea: 'En la zona',
  nowhere: 'Sin ciudad',
  place: (name, more, count) =>
    more > 0 ? `${name} y ${more} lugares más: ${count} fichas` : `${name}: ${count} fichas`,
  entries: count => (count === '1' ? '1 ficha' : `${count} fichas`),
  without: count => (count === 1 ? '1 de ellas no tiene posición' : `${count} de ellas no tienen posición`),
  asList: 'Abrir como lista',
  clear: 'Mostrar todo',
  draw: 'Dibujar una zona',
  drawing: 'Haga clic en las esquinas de la zona.',
  finish: 'Terminar la zona',
  cancel: 'Descartar la zona',
  back: 'Quitar la última esquina',
  useVisible: 'Tomar lo visible como zona',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  move: 'Mover el mapa',
  noneHere: 'Aquí no hay nadie',
  noneHereHint: 'Dibuje una zona mayor o cambie el filtro.',
  empty: 'La agenda está vacía',
  emptyHint: 'Las fichas cuya dirección tiene una posición aparecen aquí.',
}
