/** Per route. */
export const maxStops = 200

/** The stops of each person, in the given order: each of them drives a route of their own. */
export const stopsByPerson = <S>(stops: readonly S[], personOf: (stop: S) => string | null): S[][] => [
  ...Map.groupBy(stops, personOf).values(),
]
