// Describes the columns of a table and their order of rows, and writes both into the URL.
import type { CSSProperties } from 'react'
import type { Field } from '../fields/field.ts'
import { valueKindOf } from '../fields/value-kinds.ts'

export interface Column {
  readonly field: Field
  readonly width: number
}

/** A column by the path of its field; without a width it has that of its kind. */
export interface ColumnChoice {
  readonly path: string
  readonly width?: number
}

export interface Sort {
  readonly path: string
  readonly descending: boolean
}

/** Whether figures stand below each other on the right; the first column is a name. */
export const isRight = ({ field }: Column): boolean => valueKindOf(field).alignRight === true

export const narrowest = 60
export const widest = 800

/** The variable of the style sheet with the width of a column. */
export const widthName = (index: number): string => `--width-${index}`

const widthStyles: CSSProperties[] = []

/** The width of a cell: the same object for the same column, so that a row that is drawn again leaves it alone. */
export const widthStyle = (index: number): CSSProperties =>
  (widthStyles[index] ??= { width: `var(${widthName(index)})` })

/** An editor needs some room: in a narrow column it stands over the next one. */
const leastEditor = '210px'

export const editorStyle = (index: number): CSSProperties => ({
  width: `max(var(${widthName(index)}), ${leastEditor})`,
  marginRight: `min(0px, var(${widthName(index)}) - ${leastEditor})`,
})

export const columnsOf = (choices: readonly ColumnChoice[], fieldOf: (path: string) => Field | undefined): Column[] =>
  choices.flatMap(({ path, width }) => {
    const field = fieldOf(path)
    return field ? [{ field, width: width ?? valueKindOf(field).width }] : []
  })

/** `FullName.280_Phone_Address/City` */
export const columnsText = (choices: readonly ColumnChoice[]): string =>
  choices.map(({ path, width }) => (width === undefined ? path : `${path}.${Math.round(width)}`)).join('_')

export const columnsFromText = (text: string): readonly ColumnChoice[] =>
  text === ''
    ? []
    : text.split('_').map(part => {
        const [, path, width] = /^(.*?)(?:\.(\d+))?$/.exec(part) as RegExpExecArray
        return width === undefined
          ? { path: path as string }
          : { path: path as string, width: Math.min(widest, Math.max(narrowest, Number(width))) }
      })

/** `-CloseDate_Objective` */
export const sortText = (sorts: readonly Sort[]): string =>
  sorts.map(({ path, descending }) => (descending ? `-${path}` : path)).join('_')

export const sortFromText = (text: string): readonly Sort[] =>
  text === '' ? [] : text.split('_').map(part => ({ path: part.replace(/^-/, ''), descending: part.startsWith('-') }))

/** OrderBy.Fields of a Read. */
export const orderOf = (sorts: readonly Sort[]): readonly Readonly<Record<string, string>>[] =>
  sorts.map(({ path, descending }) => ({ [path]: descending ? 'DESC' : 'ASC' }))

/** The order after a click on a header: ascending, descending, none; with Shift beside the others. */
export function nextSort(sorts: readonly Sort[], path: string, beside: boolean): readonly Sort[] {
  const old = sorts.find(sort => sort.path === path)
  const next = old ? (old.descending ? [] : [{ path, descending: true }]) : [{ path, descending: false }]
  if (!beside) return next
  return old ? sorts.flatMap(sort => (sort === old ? next : [sort])) : [...sorts, ...next]
}
