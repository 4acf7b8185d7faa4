import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Page as Records } from '../api/resources.ts'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { RecordTable, recordsLoader } from './record-table.tsx'

const entity = entityNamed('contactMessage')

export const contactsLoader = recordsLoader(entity, '-createdAt')

const textOf = (name: string) => (record: StoredRecord) => String(record[name] ?? '')

const columns: readonly Column<StoredRecord>[] = [
  { label: 'UserName', cell: textOf('username') },
  {
    label: 'Email',
    cell: (record) => <a href={`mailto:${textOf('email')(record)}`}>{textOf('email')(record)}</a>,
  },
  { label: 'Material', cell: textOf('material') },
  { label: 'Quantity', cell: textOf('quantity') },
  { label: 'Message', cell: (record) => <Message record={record} /> },
]

const shortEnough = 140

/** A long message is cut, and opens. The date its writer named has no column of its own. */
function Message({ record }: { record: StoredRecord }): ReactNode {
  const text = textOf('message')(record)
  const isLong = text.length > shortEnough || text.split('\n').length > 3
  return (
    <div className="message">
      {isLong ? (
        <details>
          <summary>
            <span className="message-start">{text.slice(0, shortEnough - 20).replaceAll(/\s+/g, ' ')}… </span>
            <span className="message-more">Read all</span>
            <span className="message-less">Show less</span>
          </summary>
          <p>{text}</p>
        </details>
      ) : (
        <p>{text}</p>
      )}
      <p className="message-when">
        For “{textOf('date')(record)}”, received <Moment at={record.createdAt} />
      </p>
    </div>
  )
}

export function ContactsPage(): ReactNode {
  const page = useLoaderData<Records>()
  return (
    <Page heading="Contacts" lead="What visitors wrote through the contact form, the newest first.">
      <RecordTable entity={entity} page={page} columns={columns} empty="Nobody has written yet." />
    </Page>
  )
}
