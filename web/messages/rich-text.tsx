import { Fragment, type ReactNode } from 'react'
import { formatMessage, type MessageValues } from '#domain/messages/format-message.ts'
import { currentLocale, translationOf } from '#domain/messages/t.ts'

interface RichTextProps {
  /** Parts are marked with tags outside of plurals: `Open <link>{name}</link>`. */
  message: string
  values?: MessageValues
  tags: Readonly<Record<string, (text: string) => ReactNode>>
}

export const strong = (text: string): ReactNode => <strong>{text}</strong>
export const forReaders = (text: string): ReactNode => <span className="for-readers">{text}</span>

/** A message with elements in it, such as a link. */
export function RichText({ message, values, tags }: RichTextProps): ReactNode {
  const format = (text: string): string => formatMessage(text, values, currentLocale())
  // The message is split before values are inserted: a value is never markup.
  const pieces = translationOf(message).split(/<(\w+)>(.*?)<\/\1>/)
  return pieces.map((piece, at) => {
    if (at % 3 === 1) return null
    const tag = at % 3 === 2 ? tags[pieces[at - 1]!] : undefined
    return <Fragment key={at}>{tag ? tag(format(piece)) : format(piece)}</Fragment>
  })
}
