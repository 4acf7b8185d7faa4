import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useAuth } from './use-auth.tsx'

const Anything = (): null => {
  useAuth()
  return null
}

it('says so when it is used where nobody can be logged in', () => {
  expect(() => renderToString(createElement(Anything))).toThrow('useAuth used outside of the Provider')
})
