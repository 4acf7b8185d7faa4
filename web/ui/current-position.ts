/** The browser has no Geolocation API. */
export const noGeolocation = new Error('This browser has no Geolocation API')

/** The position of the device; rejects with `noGeolocation` or a `GeolocationPositionError`. */
export const currentPosition = (options: PositionOptions): Promise<GeolocationCoordinates> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(noGeolocation)
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, options)
  })

export const isDenied = (error: unknown): boolean =>
  error instanceof GeolocationPositionError && error.code === error.PERMISSION_DENIED
