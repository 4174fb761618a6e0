// Declares the one function of topojson-client that the map uses; the package has no types of its own.
declare module 'topojson-client' {
  import type { FeatureCollection, MultiLineString } from 'geojson'

  export function feature(topology: unknown, object: unknown): FeatureCollection
  export function mesh(topology: unknown, object: unknown, filter: (a: unknown, b: unknown) => boolean): MultiLineString
}
