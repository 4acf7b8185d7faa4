import type { ReactNode } from 'react'
import { useLoaderData, type RouteObject } from 'react-router'
import { contactMessage as entity } from '#domain/catalogue/entities/contact.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import type { Page as Records } from '../api/resources.ts'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { RecordTable, recordsLoader } from './record-table.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'
import './contacts.css'

const textOf = (name: string) => (record: StoredRecord) => showPlain(record[name] ?? null)

const columns = (): readonly Column<StoredRecord>[] => [
  { label: t('UserName'), cell: textOf('username') },
  {
    label: t('Email'),
    cell: (record) => <a href={`mailto:${textOf('email')(record)}`}>{textOf('email')(record)}</a>,
  },
  { label: t('Material'), cell: textOf('material') },
  { label: t('Quantity'), cell: textOf('quantity') },
  { label: t('Message'), cell: (record) => <Message record={record} /> },
]

const maxLength = 140

/** A long message is truncated and can be expanded. The date given by the sender is shown below it. */
function Message({ record }: { record: StoredRecord }): ReactNode {
  const text = textOf('message')(record)
  const isLong = text.length > maxLength || text.split('\n').length > 3
  return (
    <div className="message">
      {isLong ? (
        <details>
          <summary>
            <span className="message-start">{text.slice(0, maxLength - 20).replaceAll(/\s+/g, ' ')}… </span>
            <span className="message-more">{t('Read all')}</span>
            <span className="message-less">{t('Show less')}</span>
          </summary>
          <p>{text}</p>
        </details>
      ) : (
        <p>{text}</p>
      )}
      <p className="message-when">
        <RichText
          message="For “{date}”, received <time></time>"
          values={{ date: textOf('date')(record) }}
          tags={{ time: () => <Moment at={record.createdAt} /> }}
        />
      </p>
    </div>
  )
}

function ContactsPage(): ReactNode {
  const page = useLoaderData<Records>()
  return (
    <Page heading={t('Contacts')} lead={t('Messages sent through the contact form, newest first.')}>
      <RecordTable entity={entity} page={page} columns={columns()} empty={t('No messages yet.')} />
    </Page>
  )
}

export const contactsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ContactsPage />,
  loader: recordsLoader(entity, '-createdAt'),
}
