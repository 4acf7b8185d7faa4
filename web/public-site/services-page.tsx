import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { pageMessages } from '#domain/contract/site-messages.ts'
import type { Service } from './services-api.ts'
import { Page } from '../ui/page.tsx'
import './reading.css'
import { t } from '#domain/messages/t.ts'

/** The server repeats the card of the pre-rendered page for each service (see prerender.tsx), so it uses texts only. */
export function ServicesPage(): ReactNode {
  const services = useLoaderData<readonly Service[]>()
  return (
    <Page heading={t('Services')} lead={t('What we do, who does it and what it costs.')}>
      {services.length === 0 ? (
        <p className="no-services">{t(pageMessages.noServices)}</p>
      ) : (
        <ul className="service-cards">
          {services.map((service) => (
            <li key={service.id} className="card">
              <span className="service-provider">{service.provider}</span>
              <h2>{service.service}</h2>
              <p>{service.description}</p>
              <span className="service-price">{service.price}</span>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
