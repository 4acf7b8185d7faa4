import type { ScreenTile } from '../screens/screen.ts'

export interface FormRow {
  entity: string
  /** The screen's route. */
  route: string
  /** Its label in the Forms menu. */
  menu: string
  heading: string
  /** The heading above it in the Forms menu, which holds for the forms after it as well. */
  section?: string
  /** Its tile of the overview. */
  tile?: ScreenTile
}

/** The only form for visitors. */
export const contactPath = '/contact'

/** The 28 forms of docs/specification.md, in the order of its menu. Every text here is literal and must not change. */
export const forms: readonly FormRow[] = [
  {
    entity: 'contactMessage',
    route: contactPath,
    menu: 'Contact',
    heading: 'Contact us',
  },
  {
    entity: 'country',
    section: 'Territory',
    route: '/contact1',
    menu: 'Country Master(1)',
    heading: 'Country',
  },
  { entity: 'zone', route: '/contact2', menu: 'Zone(2)', heading: 'Zone' },
  { entity: 'state', route: '/contact3', menu: 'State(3)', heading: 'State' },
  { entity: 'pool', route: '/contact4', menu: 'Pool(4)', heading: 'Pool' },
  {
    entity: 'station',
    route: '/contact5',
    menu: 'Station(5)',
    heading: 'Station',
  },
  { entity: 'city', route: '/contact6', menu: 'City(6)', heading: 'City' },
  {
    entity: 'company',
    section: 'Organisation',
    route: '/contact7',
    menu: 'Company(7)',
    heading: 'Company',
  },
  {
    entity: 'branch',
    route: '/contact8',
    menu: 'Branch(8)',
    heading: 'Branch',
  },
  {
    entity: 'functionalLevel',
    route: '/contact9',
    menu: 'Functional Levels(9)',
    heading: 'Functional Level',
  },
  {
    entity: 'jobFunction',
    route: '/contact10',
    menu: 'Function(10)',
    heading: 'Function',
  },
  {
    entity: 'industry',
    route: '/contact11',
    menu: 'Industry(11)',
    heading: 'Industry',
  },
  {
    entity: 'staffUser',
    route: '/contact12',
    menu: 'User(12)',
    heading: 'Contact Form 12',
  },
  { entity: 'role', route: '/contact13', menu: 'Role(13)', heading: 'Role' },
  {
    entity: 'userRole',
    route: '/contact14',
    menu: 'User Role Combination(14)',
    heading: 'User Role Combination',
  },
  {
    entity: 'application',
    route: '/contact15',
    menu: 'Application(15)',
    heading: 'Application',
  },
  {
    entity: 'currency',
    section: 'Money',
    route: '/contact16',
    menu: 'Currency(16)',
    heading: 'Currency',
  },
  { entity: 'gst', route: '/contact17', menu: 'GST(17)', heading: 'GST' },
  { entity: 'crop', section: 'Crops and materials', route: '/contact18', menu: 'Crop(18)', heading: 'Crop' },
  {
    entity: 'cropLot',
    route: '/contact19',
    menu: 'Crop Lot(19)',
    heading: 'Crop Lot',
  },
  { entity: 'soil', route: '/contact20', menu: 'Soil(20)', heading: 'Soil' },
  {
    entity: 'season',
    route: '/contact21',
    menu: 'Season(21)',
    heading: 'Season',
  },
  {
    entity: 'material',
    route: '/contact22',
    menu: 'Material(22)',
    heading: 'Material',
  },
  {
    entity: 'paymentTerm',
    section: 'Customers and employees',
    route: '/contact23',
    menu: 'Payment Term(23)',
    heading: 'Payment Term',
  },
  {
    entity: 'customer',
    route: '/contact24',
    menu: 'Customer(24)',
    heading: 'Customer Master',
  },
  {
    entity: 'employee',
    route: '/employee',
    menu: 'Employee Master',
    heading: 'Employee',
  },
  {
    entity: 'cropSoilSeasonMapping',
    section: 'Mappings',
    route: '/mapping',
    menu: 'Crop Soil Season Mapping',
    heading: 'Crop-Soil-Season Mapping',
  },
  {
    entity: 'cropMaterialMapping',
    route: '/crop-material-mapping',
    menu: 'Crop Material Mapping',
    heading: 'Crop Material Mapping',
  },
]
