import { expect, it } from 'vitest'
import { ApiProblem } from '../../api/api-problem.ts'
import { redirectOnBadQuery } from './redirect-on-bad-query.ts'

const at = (path: string): URL => new URL(path, 'https://agridesk.example')
const outcome = async (path: string, status: number): Promise<unknown> =>
  redirectOnBadQuery(at(path), Promise.reject(new ApiProblem(status))).catch((error: unknown) =>
    error instanceof Response ? error.headers.get('location') : error,
  )

it('redirects a rejected query to the page without it, and rethrows other errors', async () => {
  expect(await redirectOnBadQuery(at('/bin?q=x'), Promise.resolve('found'))).toBe('found')
  for (const status of [400, 404, 422]) expect(await outcome('/bin?entity=nonsense', status)).toBe('/bin')
  for (const [path, status] of [
    ['/bin', 422],
    ['/bin?q=x', 403],
    ['/bin?q=x', 500],
  ] as const)
    expect(await outcome(path, status)).toMatchObject({ status })
})
