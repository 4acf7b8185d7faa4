import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { pageMessages } from '#domain/contract/messages.ts'
import type { Service } from '../api/services.ts'
import { Page } from '../ui/page.tsx'

export function ServicesPage(): ReactNode {
  const services = useLoaderData<readonly Service[]>()
  return (
    <Page heading="Services">
      {services.length === 0 ? (
        <p className="list-empty">{pageMessages.noServices}</p>
      ) : (
        <ul className="service-cards">
          {services.map((each) => (
            <li key={each.id} className="card">
              <div className="service-head">
                <span>{each.provider}</span>
                <span>{each.price}</span>
              </div>
              <h2>{each.service}</h2>
              <p>{each.description}</p>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
