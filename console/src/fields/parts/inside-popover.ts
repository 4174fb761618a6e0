// Tells lists of choices that a popover holds them: a list outside of it would close it by the first click.
import { createContext, use } from 'react'

export const InsidePopover = createContext(false)

export const useIsInsidePopover = (): boolean => use(InsidePopover)
