// Line drawings of 64 × 64 for EmptyState, each of which only the screens that use it load.

export const searchPicture = 'M27 10a17 17 0 100 34 17 17 0 000-34zM40 40l15 15M21 27h12'
export const donePicture = 'M32 8a24 24 0 100 48 24 24 0 000-48zM21 33l8 8 15-17'
export const phonePicture = 'M20 6h24v52H20zM29 52h6'
export const wayPicture =
  'M32 8c-8 0-14 6-14 14 0 12 14 32 14 32s14-20 14-32c0-8-6-14-14-14zM32 17a5 5 0 100 10 5 5 0 000-10z'
