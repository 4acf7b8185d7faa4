import { SaxesParser } from 'saxes'

export interface Leaf {
  name: string
  text: string
}

/** The elements of an XML document that contain text only, in their order; none if it is not XML. */
export function readLeaves(document: string): Leaf[] {
  const found: Leaf[] = []
  let text: string | undefined
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', (more) => {
    if (text !== undefined) text += more
  })
  parser.on('closetag', ({ name }) => {
    if (text !== undefined) found.push({ name, text })
    text = undefined
  })
  try {
    parser.write(document).close()
    return found
  } catch {
    return []
  }
}
