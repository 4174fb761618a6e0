// The words of tables, in Spanish.
import type { Section } from '../types.ts'

export const table: Section<'table'> = {
  readOnly: 'Solo lectura',
  choose: 'Seleccionar esta fila',
  chooseAll: 'Seleccionar todo',
  moved: 'Cambiará de lugar al volver a cargar',
  ascending: 'Orden ascendente',
  descending: 'Orden descendente',
  unsorted: 'No ordenar por este campo',
  ways: { sum: 'Suma', avg: 'Promedio', count: 'Rellenos' },
  show: { sum: 'Mostrar la suma', avg: 'Mostrar el promedio', count: 'Mostrar el número de valores' },
  showNothing: 'Ocultar el valor',
  moveLeft: 'Mover a la izquierda',
  moveRight: 'Mover a la derecha',
  wider: 'Más ancha',
  narrower: 'Más estrecha',
  hide: 'Ocultar la columna',
  late: 'vencida',
}
