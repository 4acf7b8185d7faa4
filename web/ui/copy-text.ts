/** The clipboard API needs TLS; without it, as on an office network, the text is selected so that the user can copy it. */
export async function copyText(box: HTMLInputElement | null, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    box?.select()
    return false
  }
}
