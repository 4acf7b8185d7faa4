/** `₹1,25,000.50`; without the paise where there are none. */
export const inRupees = (value: number): string =>
  value.toLocaleString('en-IN', { style: 'currency', currency: 'INR' }).replace(/\.00$/, '')
