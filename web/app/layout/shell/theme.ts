/** `system` follows the setting of the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return themes.find((each) => each === theme) ?? 'system'
}

/** The bars of the browser have the colour of the page. */
function colourBrowser(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.dataset['own'] ??= meta.content
    meta.content =
      theme === 'system' ? meta.dataset['own'] : getComputedStyle(document.documentElement).backgroundColor
  }
}

/** Remembered in this browser; web/first-paint.js applies it to the next page. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  colourBrowser(theme)
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Without storage it lasts as long as the page is open.
  }
}
