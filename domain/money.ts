// Made once, when it is first wanted: making it costs a hundred times what using it does.
let rupees: Intl.NumberFormat | undefined

/** `₹1,25,000.50`; without the paise where there are none. */
export function inRupees(value: number): string {
  rupees ??= new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  return rupees.format(value).replace(/\.00$/, '')
}
