// Places longitudes and latitudes on the screen: a flat map, on which the sides of an area are straight as the server has them.
import type { Point } from './area.ts'

export interface MapView {
  /** What is in the middle. */
  readonly longitude: number
  readonly latitude: number
  /** Pixels per degree of latitude. */
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Degrees of longitude are as narrow as at this latitude, between the tropics and the poles, where most people live. */
export const squeeze = Math.cos((38 * Math.PI) / 180)

const largest = 900
const highest = 84

const scaleToFit = ({ width, height }: Size): number => Math.max(width / (360 * squeeze), height / 170)

export function limited({ longitude, latitude, scale }: MapView, size: Size): MapView {
  const fitted = Math.min(largest, Math.max(scaleToFit(size) * 0.7, scale))
  const beside = Math.max(0, 180 - size.width / 2 / fitted / squeeze)
  return {
    longitude: Math.min(beside, Math.max(-beside, longitude)),
    latitude: Math.min(highest, Math.max(-highest, latitude)),
    scale: fitted,
  }
}

export const toScreen = (view: MapView, size: Size, [longitude, latitude]: Point): [number, number] => [
  size.width / 2 + (longitude - view.longitude) * view.scale * squeeze,
  size.height / 2 - (latitude - view.latitude) * view.scale,
]

export const fromScreen = (view: MapView, size: Size, x: number, y: number): Point => [
  Math.max(-180, Math.min(180, view.longitude + (x - size.width / 2) / view.scale / squeeze)),
  Math.max(-90, Math.min(90, view.latitude - (y - size.height / 2) / view.scale)),
]

/** The view in which all points are seen, with some room around them. */
export function viewOf(points: readonly Point[], size: Size): MapView {
  if (points.length === 0) return limited({ longitude: 0, latitude: 25, scale: scaleToFit(size) }, size)
  const [west, east] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const [south, north] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))]
  const scale = Math.min(
    (size.width * 0.8) / Math.max(0.5, (east - west) * squeeze),
    (size.height * 0.8) / Math.max(0.5, north - south),
  )
  return limited({ longitude: (west + east) / 2, latitude: (south + north) / 2, scale }, size)
}

/** The view after zooming, in which the point under the pointer stays where it is. */
export function zoomed(view: MapView, size: Size, factor: number, x = size.width / 2, y = size.height / 2): MapView {
  const [longitude, latitude] = fromScreen(view, size, x, y)
  const { scale } = limited({ ...view, scale: view.scale * factor }, size)
  return limited(
    {
      longitude: longitude - (x - size.width / 2) / scale / squeeze,
      latitude: latitude + (y - size.height / 2) / scale,
      scale,
    },
    size,
  )
}
