// Tells editors that they stand in a form: what needs a popover in a cell has room there.
import { createContext, use } from 'react'

export const InsideForm = createContext(false)

export const useIsInsideForm = (): boolean => use(InsideForm)
