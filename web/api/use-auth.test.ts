import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useAuth } from './use-auth.tsx'

const Consumer = (): null => {
  useAuth()
  return null
}

it('throws outside the provider', () => {
  expect(() => renderToString(createElement(Consumer))).toThrow('useAuth used outside of the Provider')
})
