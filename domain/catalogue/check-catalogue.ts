import { catalogue } from './catalogue.ts'
import { partsOfReference } from './referrers.ts'
import { referencesOf, type Entity } from './entity.ts'
import { computedOf, indexedOf, triggerColumnsOf } from './stored/tables.ts'

/**
 * Throws on a wrong declaration, so that the server does not start, and names the field. Browsers skip the check: they
 * load the catalogue of a server that has started.
 */
export function checkCatalogue(entities: readonly Entity[] = catalogue): void {
  const seen = new Set<string>()
  for (const each of entities) {
    if (seen.has(each.name) || seen.has(each.path)) throw new Error(`${each.name} is declared twice`)
    seen.add(each.name).add(each.path)
    const computedFrom = Object.values(computedOf(each)).flatMap(({ day, plus }) => [day, plus])
    const columns = ['id', ...Object.keys(computedOf(each)), ...triggerColumnsOf(each)]
    const indexed = indexedOf(each)
      .flat()
      .filter((name) => !columns.includes(name))
    const needs = Object.entries(each.needs).flat()
    const named = [...each.key, ...each.unique.flat(), ...indexed, ...computedFrom, ...needs, each.sortedBy]
    for (const name of named) {
      if (!each.fields[name]) throw new Error(`${each.name} has no field ${name}, but its options name it`)
    }
    for (const referring of referencesOf(each)) {
      const { entity: target, field, pairedWith } = referring.reference
      const place = `${each.name}.${referring.name}`
      if (!entities.find(({ name }) => name === target)?.fields[field])
        throw new Error(`${place} refers to ${target}.${field}, which does not exist`)
      if (pairedWith && each.fields[pairedWith]?.reference?.entity !== target) {
        throw new Error(`${place} is paired with ${pairedWith}, which does not refer to ${target}`)
      }
      for (const own of Object.values(partsOfReference(referring))) {
        if (!each.fields[own]) throw new Error(`${place} needs ${own} beside it to name one ${target}`)
      }
    }
  }
}
