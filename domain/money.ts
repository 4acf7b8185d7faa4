// Made once: making it costs a hundred times what using it does.
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** `₹1,25,000.50`; without the paise where there are none. */
export const inRupees = (value: number): string => rupees.format(value).replace(/\.00$/, '')
