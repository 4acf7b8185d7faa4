import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fit, project, scaleOf, tilesOf } from './map-projection.ts'

const anand = { latitude: 22.5645, longitude: 72.9289 }
const template = 'https://tiles.example/{z}/{x}/{y}.png'

it('finds the tile that shows Anand', () => {
  const { x, y } = project(anand, 10)
  expect([Math.floor(x / 256), Math.floor(y / 256)]).toEqual([719, 446])
  const view = fit([anand], 300, 200, 20)
  expect(view.zoom).toBe(16)
  const at = project(anand, 16)
  expect([Math.round(at.x - view.left), Math.round(at.y - view.top)]).toEqual([150, 100])
})

it('fits every point into the frame, and covers the frame with tiles', () => {
  const point = fc.record({
    latitude: fc.double({ min: 8, max: 36, noNaN: true }),
    longitude: fc.double({ min: 68, max: 97, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 12 }), (points) => {
      const view = fit(points, 358, 300, 24)
      for (const each of points) {
        const { x, y } = project(each, view.zoom)
        expect(x - view.left).toBeGreaterThanOrEqual(23)
        expect(x - view.left).toBeLessThanOrEqual(335)
        expect(y - view.top).toBeGreaterThanOrEqual(23)
        expect(y - view.top).toBeLessThanOrEqual(277)
      }
      const tiles = tilesOf(template, view, 358, 300)
      expect(tiles.length).toBeLessThanOrEqual(12)
      for (const corner of [
        [0, 0],
        [357, 0],
        [0, 299],
        [357, 299],
      ])
        expect(
          tiles.filter(
            ({ x, y, ...tile }) =>
              x <= corner[0]! &&
              corner[0]! < x + tile.width &&
              y <= corner[1]! &&
              corner[1]! < y + tile.height,
          ),
        ).toHaveLength(1)
      expect(new Set(tiles.map(({ address }) => address)).size).toBe(tiles.length)
    }),
    { seed: 3857, numRuns: 100 },
  )
})

it('computes the scale at the latitude of the map', () => {
  const { kilometres, pixels } = scaleOf(22.5645, 10, 100)
  expect(kilometres).toBe(10)
  const east = { ...anand, longitude: anand.longitude + 10 / (111.32 * Math.cos((22.5645 * Math.PI) / 180)) }
  expect(project(east, 10).x - project(anand, 10).x).toBeCloseTo(pixels, 0)
})
