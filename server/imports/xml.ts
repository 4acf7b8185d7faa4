import { SaxesParser } from 'saxes'
import { bomb, damaged } from './zip.ts'

export type Attributes = Readonly<Record<string, string>>

/** What happens on the way through a document; names come without their prefix. */
export interface XmlHandlers {
  open: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** No part of a workbook is nested deeper, or has one tag or text longer than this. */
const maxDepth = 64
const maxToken = 4 * 1024 * 1024

/**
 * Reads XML piece by piece in one pass: the time it takes is in proportion to its length, whatever stands in it. Entities
 * beyond the five of XML are unknown to the parser, and a document type, which could declare some, is refused.
 */
export function xmlReader({ open, text, close }: XmlHandlers): {
  write: (piece: string) => void
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
    write: (piece) => {
      sinceEvent += piece.length
      if (sinceEvent > maxToken) throw bomb()
      parser.write(piece)
    },
    end: () => void parser.close(),
  }
}

export const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads a whole document, for what is gathered by the handlers. */
export async function readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> {
  const reader = xmlReader(handlers)
  for await (const piece of pieces) reader.write(piece)
  reader.end()
}

/** Spreadsheets write what XML cannot hold as `_x000D_`. */
export const textOf = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
