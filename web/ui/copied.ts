/** Browsers give their clipboard to sites with TLS only; on an office network the text is marked, for the keys to copy. */
export async function copied(box: HTMLInputElement | null, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    box?.select()
    return false
  }
}
