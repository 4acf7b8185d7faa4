import type { ShippedPackage } from './packages.ts'

interface Component {
  'bom-ref': string
  properties?: { name: string; value: string }[]
}

interface Dependency {
  ref: string
  dependsOn?: string[]
}

/** The part of a CycloneDX document that is changed here. */
interface Bill {
  metadata: { component: object }
  components: Component[]
  dependencies: Dependency[]
}

/** The bill of materials that npm writes of the lock file (CycloneDX), of what is in the release, without time and chance. */
export function billOfMaterials(
  byNpm: string,
  packages: readonly ShippedPackage[],
  { name, seconds }: { name: string; seconds: number },
): string {
  const { serialNumber: _, ...bill }: Bill & { serialNumber?: string } = JSON.parse(byNpm)
  const product = String(Object.entries(bill.metadata.component).find(([key]) => key === 'bom-ref')?.[1])
  const shipped = new Set([product, ...packages.map((each) => `${each.name}@${each.version}`)])
  const result = {
    ...bill,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { ...bill.metadata.component, type: 'application', name },
    },
    components: bill.components
      .filter((each) => shipped.has(each['bom-ref']))
      .map(({ properties = [], ...rest }) => ({
        ...rest,
        // For the build React is a development package; the web app contains it.
        scope: 'required',
        properties: properties.filter((each) => each.name !== 'cdx:npm:package:development'),
      })),
    dependencies: bill.dependencies
      .filter(({ ref }) => shipped.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) })),
  }
  const found = new Set(result.components.map((each) => each['bom-ref']))
  const missing = [...shipped].filter((each) => each !== product && !found.has(each))
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}`)
  return `${JSON.stringify(result, null, 2)}\n`
}
