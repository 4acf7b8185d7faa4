import { SaxesParser } from 'saxes'
import { bomb, damaged } from './zip.ts'

export type Attributes = Readonly<Record<string, string>>

/** Callbacks of the parser; tag names come without their prefix. */
export interface XmlHandlers {
  open: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** No part of a valid workbook is nested deeper, or has a longer tag or text. */
const maxDepth = 64
const maxToken = 4 * 1024 * 1024

/**
 * Parses XML in chunks and in one pass, in time linear in its length. Only the five predefined entities are known, and a
 * doctype, which could declare more, is refused.
 */
export function xmlReader({ open, text, close }: XmlHandlers): {
  write: (chunk: string) => void
  end: () => void
} {
  const parser = new SaxesParser()
  let depth = 0
  let sinceEvent = 0
  const fail = (): never => {
    throw damaged()
  }
  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0
    if (++depth > maxDepth) fail()
    open(withoutPrefix(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0
    depth--
    close?.(withoutPrefix(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  return {
    write: (chunk) => {
      sinceEvent += chunk.length
      if (sinceEvent > maxToken) throw bomb()
      parser.write(chunk)
    },
    end: () => void parser.close(),
  }
}

export const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads a whole document through the handlers. */
export async function readXml(chunks: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const reader = xmlReader(handlers)
  for await (const chunk of chunks) reader.write(chunk)
  reader.end()
}

/** Excel writes characters that XML does not allow as `_x000D_`. */
export const textOf = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
