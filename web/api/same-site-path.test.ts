import { expect, it } from 'vitest'
import { loginPath, sameSitePath } from './same-site-path.ts'

const origin = 'https://agridesk.example'

it.each([
  ['/contact1?q=a#b', '/contact1?q=a#b'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['contact1', '/'],
  ['/logout', '/'],
  ['/login?to=/login', '/'],
  [null, '/'],
])('turns %j into %s', (requested, path) => {
  expect(sameSitePath(requested, origin)).toBe(path)
})

it('stores the path and query of the requested page', () => {
  expect(loginPath({ pathname: '/contact1', search: '?q=a', hash: '' })).toBe('/login?to=%2Fcontact1%3Fq%3Da')
  expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/login')
})
