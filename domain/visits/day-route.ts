/** Per route. */
export const maxStops = 200
