import { useEffect, useState } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { fetchOptions, type Options } from '../api/options.ts'
import { findEmployees } from './find-employees.ts'
import { territory, type InForce } from './planner-link.ts'

const keyOf = ({ name, value }: InForce): string => `${name} ${value}`

function choicesLike({ name, value }: InForce): Promise<Options> | undefined {
  if (name === 'employee') return findEmployees(value)
  const reference = Object.hasOwn(territory, name) && entityNamed('customer').fields[name]?.reference
  if (!reference) return undefined
  const { entity, field } = reference
  return fetchOptions({ entity: entityNamed(entity), of: field, with: [], constraints: {}, q: value })
}

/** A code says little: what it is called, as soon as that is known. */
export function useNames(inForce: readonly InForce[]): (each: InForce) => string {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const asked = JSON.stringify(inForce)
  useEffect(() => {
    for (const each of JSON.parse(asked) as InForce[])
      // Without a name the code still says which.
      void choicesLike(each)?.then(
        ({ items }) => {
          const like = each.value.toLowerCase()
          const title = items.find(({ value }) => value.toLowerCase() === like)?.title
          if (title) setNames((before) => ({ ...before, [keyOf(each)]: title }))
        },
        () => undefined,
      )
  }, [asked])
  return (each) => names[keyOf(each)] ?? each.value
}
