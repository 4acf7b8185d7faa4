import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import { email } from '../kinds/email.ts'
import { longText } from '../kinds/long-text.ts'
import { text } from '../kinds/text.ts'
import { retirement } from './retirement.ts'

/** A message from the contact form. Quantity and date are free text, such as "2 tonnes" and "next week". */
export const contactMessage = entity(
  'contactMessage',
  labels.contactMessage,
  {
    username: text('User Name'),
    email: email('Email'),
    material: text('Material'),
    quantity: text('Quantity', { hint: 'Such as “2 tonnes”.' }),
    date: text('Date', { hint: 'Such as “next week”.' }),
    message: longText('Message'),
  },
  { sortedBy: 'username' },
)

export const service = entity(
  'service',
  labels.service,
  {
    service: text('Service'),
    provider: text('Provider'),
    price: text('Price'),
    description: longText('Description'),
    ...retirement,
  },
  { key: ['provider', 'service'], sortedBy: 'service' },
)
