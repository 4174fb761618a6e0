// The words of the map, in Spanish.
import type { Section } from '../types.ts'

export const map: Section<'map'> = {
  title: 'Mapa',
  places: 'Fichas por lugar',
  found: 'Fichas en la zona',
  all: 'Todas las fichas',
  inArea: 'En la zona',
  nowhere: 'Sin ciudad',
  place: (name, more, count) =>
    more > 0 ? `${name} y ${more} lugares más: ${count} fichas` : `${name}: ${count} fichas`,
  entries: count => (count === '1' ? '1 ficha' : `${count} fichas`),
  without: count => (count === 1 ? '1 de ellas no tiene posición' : `${count} de ellas no tienen posición`),
  asList: 'Abrir como lista',
  clear: 'Mostrar todo',
  draw: 'Dibujar zona',
  drawing: 'Haga clic para añadir los puntos de la zona.',
  finish: 'Terminar la zona',
  cancel: 'Descartar la zona',
  back: 'Deshacer último punto',
  useVisible: 'Usar zona visible',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  move: 'Mover el mapa',
  noneHere: 'No hay fichas aquí',
  noneHereHint: 'Dibuje una zona mayor o cambie el filtro.',
  empty: 'La agenda está vacía',
  emptyHint: 'Las fichas cuya dirección tiene una posición aparecen aquí.',
}
