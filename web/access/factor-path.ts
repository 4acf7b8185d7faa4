/** The page where the second factor is switched on, and which then leads to a path of this site. */
export const factorPath = (to: string): string => `/account?to=${encodeURIComponent(to)}`
