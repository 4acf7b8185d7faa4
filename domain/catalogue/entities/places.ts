import { labels } from '../entity-labels.ts'
import { entity } from '../entity.ts'
import { digits } from '../kinds/digits.ts'
import { ref } from '../kinds/ref.ts'
import { text } from '../kinds/text.ts'
import { localName } from '../names/local-name.ts'
import { retirement } from './retirement.ts'

export const country = entity(
  'country',
  labels.country,
  {
    Country_Code: text('Country Code'),
    Country_Name: text('Country Name'),
    ...localName,
    Postal_Code: text('Postal Code'),
    Iso_Code: text('ISO Code'),
    Iso_Code_3char: text('ISO Code 3 Char'),
    Eu_Country: text('EU Country'),
    Country_Shortname: text('Country Shortname'),
    ...retirement,
  },
  { key: 'Country_Code' },
)

export const zone = entity(
  'zone',
  labels.zone,
  {
    Zone_Code: text('Zone Code'),
    Zone_Name: text('Zone Name'),
    ...localName,
    Country_Code: ref('Country Code', 'country.Country_Code', {
      parent: true,
      codeName: true,
    }),
    ...retirement,
  },
  { key: 'Zone_Code' },
)

export const state = entity(
  'state',
  labels.state,
  {
    State_Code: text('State Code'),
    State_Name: text('State Name'),
    ...localName,
    Zone_Code: ref('Zone Code', 'zone.Zone_Code', { parent: true }),
    Ext_Code: digits('Ext Code'),
    ...retirement,
  },
  { key: 'State_Code' },
)

export const pool = entity(
  'pool',
  labels.pool,
  {
    Pool_Code: text('Pool Code'),
    Pool_Name: text('Pool Name'),
    ...localName,
    State_Code: ref('State Code', 'state.State_Code', { parent: true }),
    ...retirement,
  },
  { key: 'Pool_Code' },
)

export const station = entity(
  'station',
  labels.station,
  {
    Station_Code: text('Station Code'),
    Station_Name: text('Station Name'),
    ...localName,
    Pool_Code: ref('Pool Code', 'pool.Pool_Code', { parent: true }),
    ...retirement,
  },
  { key: 'Station_Code' },
)

export const city = entity(
  'city',
  labels.city,
  {
    City_Code: text('City Code'),
    City_Name: text('City Name'),
    ...localName,
    Country_Code: ref('Country Code', 'country.Country_Code', { parent: true }),
    State_Code: ref('State Code', 'state.State_Code', { parent: true }),
    ...retirement,
  },
  { key: 'City_Code' },
)
