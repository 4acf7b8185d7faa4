import { t } from '../messages/t.ts'
import { zipNames } from './zip-names.ts'

/** The types of documents that are accepted, with the endings of their names. */
export const documentTypes = {
  'application/pdf': { label: 'PDF', endings: ['pdf'] },
  'image/jpeg': { label: 'JPEG', endings: ['jpg', 'jpeg'] },
  'image/png': { label: 'PNG', endings: ['png'] },
  'image/webp': { label: 'WebP', endings: ['webp'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { label: 'XLSX', endings: ['xlsx'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    label: 'DOCX',
    endings: ['docx'],
  },
  'text/csv': { label: 'CSV', endings: ['csv'] },
  'text/plain': { label: 'TXT', endings: ['txt'] },
} as const

export type DocumentType = keyof typeof documentTypes

const startsWith = (content: Uint8Array, text: string, from = 0): boolean =>
  [...text].every((character, at) => content[from + at] === character.charCodeAt(0))

/** Recognised by the names of its entries: the archive is never opened. */
function officeType(content: Uint8Array): DocumentType | undefined {
  const names = zipNames(content)
  if (!names?.has('[Content_Types].xml')) return undefined
  // With macros.
  if ([...names].some((name) => /vbaProject\.bin$/i.test(name))) return undefined
  if (names.has('xl/workbook.xml')) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  if (names.has('word/document.xml'))
    return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return undefined
}

const control = /(?![\n\r\t])\p{Cc}/u

function textOf(content: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return control.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

const isMarkup = (text: string): boolean => /^\uFEFF?\s*<|<(?:script|svg|html|iframe|body)\b/i.test(text)

/** The type of a document by its content alone; CSV and plain text are both text, between which the name decides. */
function typeOf(content: Uint8Array, ending: string): DocumentType | 'markup' | undefined {
  if (startsWith(content, '%PDF-')) return 'application/pdf'
  if (startsWith(content, '\u00ff\u00d8\u00ff')) return 'image/jpeg'
  if (startsWith(content, '\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8)) return 'image/webp'
  const office = officeType(content)
  if (office) return office
  const text = textOf(content)
  if (text === undefined) return undefined
  if (isMarkup(text)) return 'markup'
  if (ending === 'csv') return 'text/csv'
  return ending === 'txt' ? 'text/plain' : undefined
}

const maxName = 200

/** A name without folders, control and invisible characters, not longer than 200 characters with its ending. */
export function tidyFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    // Indic scripts are written with joiners; other invisible characters can make a name look like another.
    .replaceAll(/(?!\p{Join_Control})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"*:<>?|]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
  const ending = endingOf(plain)
  const characters = [...plain]
  if (characters.length <= maxName) return plain
  const end = ending === '' ? '' : `.${ending}`
  return `${characters
    .slice(0, maxName - end.length)
    .join('')
    .trim()}${end}`
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

export interface RecognisedDocument {
  name: string
  type: DocumentType
}

/** What a document is, by its content; or a sentence why it is not accepted. */
export function recogniseDocument(
  givenName: string,
  content: Uint8Array,
): RecognisedDocument | { problem: string } {
  if (content.length === 0) return { problem: t('The file is empty: it has 0 bytes') }
  const name = tidyFileName(givenName)
  const ending = endingOf(name)
  const type = typeOf(content, ending)
  if (type === 'markup')
    return { problem: t('SVG, HTML and XML files can contain scripts, so they are not accepted') }
  if (type === undefined) {
    const accepted = Object.values(documentTypes)
      .map(({ label }) => label)
      .join(', ')
    return { problem: t('The content of this file is none of {accepted}', { accepted }) }
  }
  const { label, endings } = documentTypes[type]
  const claimed = Object.values(documentTypes).find(
    (each) => endings.join() !== each.endings.join() && each.endings.some((one) => one === ending),
  )
  if (claimed)
    return {
      problem: t(
        'This file is not what its name says: it is named as {claimed}, and its content is {actual}',
        {
          claimed: claimed.label,
          actual: label,
        },
      ),
    }
  const isNamed = endings.some((each) => each === ending)
  return { type, name: isNamed ? name : `${name || t('Document')}.${endings[0]}` }
}
