// Loads the list of an entity as a screen.
import { useParams } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'

export const listOf = (entity: string) => async (): Promise<{ default: ComponentType }> => {
  const { ListScreen } = await import('./list-screen.tsx')
  return { default: () => createElement(ListScreen, { entity }) }
}

/** The list of the entity that the address names: every entity has one. */
export const listOfAny = async (): Promise<{ default: ComponentType }> => {
  const { ListScreen } = await import('./list-screen.tsx')
  return {
    default: () => createElement(ListScreen, { entity: (useParams({ strict: false }) as { entity: string }).entity }),
  }
}
