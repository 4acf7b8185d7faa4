/** A record that may be the one that is being typed. */
export interface AlikeRecord {
  id: string
  /** As a sentence names it: "Customer C-17". */
  name: string
  /** What it is called, where its code does not say it. */
  title: string | null
  /** "same phone", "name sounds alike" … */
  reasons: string[]
}
