// Draws a part of a screen after the rest is seen: the buttons and lists of a record, whose fields people wait for.
import { type ComponentType, createElement, useDeferredValue } from 'react'

export const later =
  <P extends object>(Part: ComponentType<P>): ComponentType<P> =>
  props =>
    useDeferredValue(true, false) ? createElement(Part, props) : null
