interface Piece {
  text: string
  href?: string
}

/** Text with the web addresses in it told apart. Only http and https lead anywhere; all else stays text. */
export function linksIn(text: string): Piece[] {
  const pieces = text.split(/(https?:\/\/[^\s<>"']+)/i)
  return pieces.flatMap((piece, at): Piece[] => {
    if (piece === '') return []
    if (at % 2 === 0) return [{ text: piece }]
    // The full stop that ends the sentence is not part of the address.
    const [, address = piece, rest = ''] = /^(.*?)([.,;:!?)\]]*)$/.exec(piece) ?? []
    const link = URL.canParse(address) ? { text: address, href: new URL(address).href } : { text: address }
    return rest ? [link, { text: rest }] : [link]
  })
}
