/** Makes a user's text mean itself inside a LIKE pattern. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
