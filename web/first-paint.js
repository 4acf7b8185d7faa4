// Before the first paint: what this browser remembers, on which the frame of the page depends.
try {
  const { dataset } = document.documentElement
  const { token, rail, theme } = localStorage
  if (token) dataset.session = ''
  if (rail) dataset.rail = rail
  if (theme) dataset.theme = theme
} catch {}
