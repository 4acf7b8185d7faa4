import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { CustomerPage } from '#domain/visits/customer-page.ts'
import { sectionsOf } from '../entity/sections.ts'

const { fields, name } = entityNamed('customer')

/** The master, under the headings of its form; what a code is called stands before it. */
export function MasterData({ content }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { customer, names, place, cityPlace } = content
  const shown = (field: string): string => {
    const value = fields[field]!.show(customer[field] ?? null)
    return names[field] ? `${names[field]} (${value})` : value
  }
  return (
    <section className="customer-part" aria-labelledby="master-data">
      <h2 id="master-data">Master data</h2>
      {sectionsOf[name]!.map(({ legend, fields: listed }) => (
        <div key={legend}>
          <h3>{legend}</h3>
          <dl className="customer-facts">
            {listed.map((field) => (
              <div key={field}>
                <dt>{fields[field]!.label}</dt>
                <dd>{shown(field) || <span className="customer-none">none yet</span>}</dd>
              </div>
            ))}
            {legend === 'Place' && (place !== undefined || cityPlace) && (
              <div>
                <dt>Coordinates</dt>
                <dd>
                  {place ? (
                    String(place['Place'])
                  ) : cityPlace ? (
                    `${cityPlace}, of the city`
                  ) : (
                    <span className="customer-none">none yet</span>
                  )}
                </dd>
              </div>
            )}
          </dl>
        </div>
      ))}
    </section>
  )
}
