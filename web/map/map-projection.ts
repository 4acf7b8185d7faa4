import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'

/** Side of a map tile, in pixels. */
const tileSize = 256
const maxZoom = 16

/** Projects a point to pixels of the world map at a zoom (Web Mercator, like the tiles). */
export function project({ latitude, longitude }: GeoPoint, zoom: number): { x: number; y: number } {
  const size = tileSize * 2 ** zoom
  // Web Mercator ends at this latitude, where the map is square.
  const sine = Math.sin((Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180)
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

export interface MapView {
  zoom: number
  /** World pixel at the upper left corner. */
  left: number
  top: number
}

/** The highest zoom at which every point is within the frame; between two zooms the tiles are scaled. */
export function fit(points: readonly GeoPoint[], width: number, height: number, margin: number): MapView {
  const all = points.map((point) => project(point, 0))
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))]
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top))
  const zoom = Math.max(0, Math.min(maxZoom, Math.log2(scale)))
  return {
    zoom,
    left: Math.round(((left + right) * 2 ** zoom - width) / 2),
    top: Math.round(((top + bottom) * 2 ** zoom - height) / 2),
  }
}

export interface Tile {
  key: string
  address: string
  x: number
  y: number
  width: number
  height: number
}

/** The tiles that fill the frame, with their positions. */
export function tilesOf(template: string, view: MapView, width: number, height: number): Tile[] {
  const zoom = Math.round(view.zoom)
  const count = 2 ** zoom
  const size = tileSize * 2 ** (view.zoom - zoom)
  // Tiles end on the pixel where the next one starts, so that no seam shows.
  const edge = (at: number, from: number): number => Math.round(at * size - from)
  const tiles: Tile[] = []
  for (let row = Math.floor(view.top / size); row * size < view.top + height; row++) {
    if (row < 0 || row >= count) continue
    for (let column = Math.floor(view.left / size); column * size < view.left + width; column++) {
      const wrappedColumn = ((column % count) + count) % count // columns wrap around the world
      const address = template
        .replaceAll('{z}', String(zoom))
        .replaceAll('{x}', String(wrappedColumn))
        .replaceAll('{y}', String(row))
      const [x, y] = [edge(column, view.left), edge(row, view.top)]
      tiles.push({
        key: `${zoom}/${column}/${row}`,
        address,
        x,
        y,
        width: edge(column + 1, view.left) - x,
        height: edge(row + 1, view.top) - y,
      })
    }
  }
  return tiles
}

const equator = 40_075.016686 // kilometres
const lengths = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]

/** The longest round distance that is at most `maxPixels` long at a latitude. */
export function scaleOf(
  latitude: number,
  zoom: number,
  maxPixels: number,
): { kilometres: number; pixels: number } {
  const perPixel = (equator * Math.cos((latitude * Math.PI) / 180)) / (tileSize * 2 ** zoom)
  const kilometres = lengths.findLast((length) => length / perPixel <= maxPixels) ?? lengths[0]!
  return { kilometres, pixels: kilometres / perPixel }
}
