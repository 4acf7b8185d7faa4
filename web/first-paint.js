// Before the first paint: what this browser remembers, on which the frame of the page depends. With a session it also requests the
// account, which every page needs, while the code is loading; web/api/client.ts takes the answer.
try {
  const { dataset, lang } = document.documentElement
  const { token, rail, theme, language = lang } = localStorage
  if (rail) dataset.rail = rail
  if (theme) dataset.theme = theme
  if (token) {
    dataset.session = ''
    if (!sessionStorage['view as']) {
      const headers = { 'accept-language': language, authorization: `Bearer ${token}` }
      const answer = fetch('/api/v1/me', { headers })
      window.firstRead = { token, answer }
      answer.catch(() => {})
    }
  }
} catch {}
