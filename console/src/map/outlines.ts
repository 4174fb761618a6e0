// Draws the outlines of countries, which come with the console, as one path.
import { geoPath, geoProjection } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import world from 'world-atlas/countries-110m.json' with { type: 'json' }
import { squeeze } from './view.ts'

const perRadian = 180 / Math.PI

// One unit is one degree of latitude; the view moves and scales the path.
const projection = geoProjection((longitude, latitude) => [longitude * squeeze, latitude])
  .scale(perRadian)
  .translate([0, 0])
  .precision(0)

const draw = geoPath(projection)
const { countries, land } = world.objects

export const landPath = draw(feature(world, land)) ?? ''
export const borderPath = draw(mesh(world, countries, (a, b) => a !== b)) ?? ''
