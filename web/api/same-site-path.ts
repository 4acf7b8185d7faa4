/** The redirect target after log-in: a path of this site, or `/`, because the value comes from the URL and is untrusted. */
export function sameSitePath(requested: string | null, origin: string): string {
  if (!requested?.startsWith('/') || !URL.canParse(requested, origin)) return '/'
  const url = new URL(requested, origin)
  if (url.origin !== origin || /^\/(login|logout|register)(\/|$)/i.test(url.pathname)) return '/'
  // A path that starts with two slashes is the URL of another site.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}

export function loginPath({
  pathname,
  search,
  hash,
}: {
  pathname: string
  search: string
  hash: string
}): string {
  const to = pathname + search + hash
  return to === '/' ? '/login' : `/login?to=${encodeURIComponent(to)}`
}
