import { cloneElement, type ComponentType, type ReactElement } from 'react'
import { useLanguage } from '../messages/language.ts'

export interface TranslatedParts {
  element?: ReactElement
  Component?: ComponentType
}

/**
 * The page of a route, rendered anew when the language changes. It keeps its state, such as what was typed: the router
 * holds one element for each page, and React renders an element again only when it is another one.
 */
export function translated({
  Component,
  element = Component && <Component />,
  ...others
}: TranslatedParts): object {
  return {
    ...others,
    Component: () => {
      useLanguage()
      return element && cloneElement(element)
    },
  }
}
