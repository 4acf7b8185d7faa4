/**
 * Where the form of an entity posts to, literally as in docs/specification.md. Apart from the rows of the forms, which every
 * page loads for its menu.
 */
export const submitPaths: Readonly<Record<string, string>> = {
  contactMessage: '/api/form/contact',
  country: '/api/form/contact1',
  zone: '/api/form/Contact2',
  state: '/api/form/Contact3',
  pool: '/api/form/Contact4',
  station: '/api/form/Contact5',
  city: '/api/form/Contact6',
  company: '/api/form/Contact7',
  branch: '/api/form/Contact8',
  functionalLevel: '/api/form/Contact9',
  jobFunction: '/api/form/Contact10',
  industry: '/api/form/Contact11',
  staffUser: '/api/form/Contact12',
  role: '/api/form/Contact13',
  userRole: '/api/form/Contact14',
  application: '/api/form/Contact15',
  currency: '/api/form/Contact16',
  gst: '/api/form/Contact17',
  crop: '/api/form/Contact18',
  cropLot: '/api/form/Contact19',
  soil: '/api/form/Contact20',
  season: '/api/form/contact21',
  material: '/api/form/contact22',
  paymentTerm: '/api/form/Contact23',
  customer: '/api/form/Contact24',
  employee: '/api/v1/employees',
  cropSoilSeasonMapping: '/api/crop-soil-season-mapping',
  cropMaterialMapping: '/api/crop-material-mapping',
  service: '/api/v1/services',
}

export function submitPathOf(entity: string): string {
  const path = submitPaths[entity]
  if (!path) throw new Error(`The form of ${entity} has no path to post to`)
  return path
}
