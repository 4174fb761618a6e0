// Switches between light and dark.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useCallback } from 'react'

export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const toggle = useCallback(() => setColorScheme(shown === 'dark' ? 'light' : 'dark'), [shown, setColorScheme])
  return { chosen: colorScheme, choose: setColorScheme, toggle }
}
