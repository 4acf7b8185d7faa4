import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { pageMessages } from '#domain/contract/page-messages.ts'
import type { Service } from '../api/services.ts'
import { Page } from '../ui/page.tsx'
import '../styles/reading.css'

/** The server repeats the card of this page for each service (see prerender.tsx): it is drawn from texts alone. */
export function ServicesPage(): ReactNode {
  const services = useLoaderData<readonly Service[]>()
  return (
    <Page heading="Services" lead="What we do, who does it and what it costs.">
      {services.length === 0 ? (
        <p className="no-services">{pageMessages.noServices}</p>
      ) : (
        <ul className="service-cards">
          {services.map((each) => (
            <li key={each.id} className="card">
              <span className="service-provider">{each.provider}</span>
              <h2>{each.service}</h2>
              <p>{each.description}</p>
              <span className="service-price">{each.price}</span>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
