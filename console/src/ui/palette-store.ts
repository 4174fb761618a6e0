// Opens and closes the palette from outside its component.
import { createSpotlight } from '@mantine/spotlight'

export const [paletteStore, palette] = createSpotlight()
