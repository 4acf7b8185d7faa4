// Created lazily and once: creating a formatter costs a hundred times as much as using it.
let rupees: Intl.NumberFormat | undefined

/** `₹1,25,000.50`; without paise when they are zero. */
export function formatRupees(value: number): string {
  rupees ??= new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  return rupees.format(value).replace(/\.00$/, '')
}
