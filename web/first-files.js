// Follows first-paint.js in pages that need a session. Requests the account, the rows and the files of the page, or without a session
// the files of the log-in, and shows the prerendered log-in instead of the empty frame.
{
  const { page, login, reads } = document.currentScript.dataset
  const whenLoaded = (target) => new Promise((resolve) => target.addEventListener('load', resolve))
  const request = new XMLHttpRequest()
  let isLogIn = false
  try {
    // After a log-in without a network there is an owner without a token (web/api/session.ts).
    const { token } = localStorage
    isLogIn = login && !token && !localStorage['token of']
    // With the headers of web/api/client.ts, which takes the responses.
    if (token && reads && !sessionStorage['view as']) {
      const headers = {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        authorization: `Bearer ${token}`,
      }
      const first = (self.firstReads = {})
      for (const read of reads.split(' ').slice(0, location.search ? 1 : 2)) {
        const path = read.replace(/:(\d)/, (_, at) => location.pathname.split('/')[at])
        first[path + JSON.stringify(headers)] = fetch(path, { headers }).catch(() => {})
      }
    }
  } catch {}
  if (isLogIn) {
    history.replaceState(null, '', `/login?to=${encodeURIComponent(location.href.slice(origin.length))}`)
    request.open('GET', location.href)
    request.responseType = 'document'
    request.send()
  }
  const files = (isLogIn ? login : page).split(' ').map((href) => {
    const isStyle = href.endsWith('.css')
    const link = Object.assign(document.createElement('link'), { crossOrigin: '', href })
    if (isStyle) link.as = 'style'
    link.rel = !isStyle ? 'modulepreload' : isLogIn ? 'stylesheet' : 'preload'
    document.head.append(link)
    return isStyle && whenLoaded(link)
  })
  Promise.all([whenLoaded(request), ...files]).then(() => {
    const { response } = request
    const drawn = response?.querySelector('#root[data-drawn=page]')
    // Without the mark when the app has started, which then shows the log-in itself, as it does without a network.
    const frame = document.querySelector('#root[data-drawn]')
    if (!drawn || !frame) return
    document.documentElement.lang = response.documentElement.lang
    document.title = response.title
    frame.replaceWith(drawn)
  })
}
