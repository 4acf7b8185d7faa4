/** From the widest place to the narrowest. */
export const placeLevels = ['Zone_Code', 'State_Code', 'Station_Code', 'City_Code'] as const
