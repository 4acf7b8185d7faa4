/** Where to go after logging in: a path of this site, or nothing. What stands in a link is not to be trusted. */
export function sameSitePath(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return '/'
  const url = new URL(wanted, origin)
  if (url.origin !== origin || /^\/(login|logout|register)(\/|$)/i.test(url.pathname)) return '/'
  // Two slashes at the start would be read as another site's address.
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
