/** The browser shows one firm, so its time zone is set once at start; the server passes it with each call. */
let displayZone: string | undefined

export const setDisplayTimeZone = (timeZone: string | undefined): void => {
  displayZone = timeZone
}

export const displayTimeZone = (): string =>
  displayZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
