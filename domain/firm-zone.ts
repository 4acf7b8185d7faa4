/** A browser shows one firm only: its time zone is said once, when the page starts. The server says it each time. */
let zone: string | undefined

export const showMomentsIn = (timeZone: string | undefined): void => {
  zone = timeZone
}

export const zoneShown = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
