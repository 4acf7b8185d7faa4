interface TextPart {
  text: string
  href?: string
}

/** Splits a text into URLs and plain text. Only http and https become links. */
export function linksIn(text: string): TextPart[] {
  const parts = text.split(/(https?:\/\/[^\s<>"']+)/i)
  return parts.flatMap((part, at): TextPart[] => {
    if (part === '') return []
    if (at % 2 === 0) return [{ text: part }]
    // Punctuation at the end of a sentence is not part of the URL.
    const [, url = part, rest = ''] = /^(.*?)([.,;:!?)\]]*)$/.exec(part) ?? []
    const link = URL.canParse(url) ? { text: url, href: new URL(url).href } : { text: url }
    return rest ? [link, { text: rest }] : [link]
  })
}
