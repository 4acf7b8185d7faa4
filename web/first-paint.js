// Before the first paint: what this browser remembers, on which the frame of the page and the files it needs depend.
{
  const { page, login } = document.currentScript.dataset
  let files = page
  try {
    const { dataset } = document.documentElement
    const { token, rail, theme } = localStorage
    if (token) dataset.session = ''
    else files = login ?? page
    if (rail) dataset.rail = rail
    if (theme) dataset.theme = theme
  } catch {}
  for (const href of files?.split(' ') ?? []) {
    const isStyle = href.endsWith('.css')
    const link = Object.assign(document.createElement('link'), { crossOrigin: '', href })
    if (isStyle) link.as = 'style'
    link.rel = isStyle ? 'preload' : 'modulepreload'
    document.head.append(link)
  }
}
