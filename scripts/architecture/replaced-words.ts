type ReplacedWord = {
  words: readonly string[]
  use: string
  /** Where the word is refused: only as a name in the code, only in prose, or anywhere. */
  in?: 'names' | 'prose'
  /** For words that are a pattern of names. */
  is?: RegExp
}

/** The words that were replaced, as in the table of docs/glossary.md. */
export const replacedWords: readonly ReplacedWord[] = [
  { words: ['whoever', 'whomever'], use: 'the user, the account, the client' },
  { words: ['somebody', 'nobody', 'anybody'], use: 'the user, another user, no other account', in: 'prose' },
  { words: ['alike'], use: 'duplicate, similar' },
  { words: ['repoint', 'repoints', 'repointed', 'repointing'], use: 'rewrite references, rename, merge' },
  { words: ['glance', 'glances'], use: 'dashboard' },
  { words: ['rehearse', 'rehearses', 'rehearsed', 'rehearsing', 'rehearsal'], use: 'check, dry run' },
  { words: ['mend', 'mends', 'mended', 'mending'], use: 'fix' },
  {
    words: ['take back', 'takes back', 'took back', 'taken back', 'taking back'],
    use: 'undo',
  },
  { words: ['put back', 'puts back', 'putting back'], use: 'undo, restore' },
  { words: ['dealt out', 'deals out', 'deal out'], use: 'generated' },
  { words: ['patience'], use: 'timeout' },
  { words: ['could not be had', 'cannot be had', 'to be had', 'is had'], use: 'load, read' },
  { words: ['the seed'], use: 'the specification' },
  { words: ['journey', 'journeys'], use: 'browser test' },
  { words: ['shuts anybody out', 'shut anybody out', 'shuts nobody out'], use: 'accessibility' },
  { words: ['at the door', 'in its turn', 'comes along'], use: 'a plain word for what the code does' },
  { words: ['let others in', 'letOthersIn'], use: 'yieldToEventLoop' },
  { words: ['refold', 'refolds', 'refolded'], use: 'rebuildSearchText' },
  { words: ['mostX'], use: 'maxX', in: 'names', is: /(?<![A-Za-z])most[A-Z]\w*/ },
  { words: ['inWords', 'xInWords'], use: 'formatX, describeX', in: 'names', is: /\b(?:in|\w+In)Words\b/ },
  { words: ['told'], use: 'scope, notified, shown', in: 'names' },
  { words: ['Sight'], use: 'DataScope', in: 'names' },
  { words: ['Standing'], use: 'Membership', in: 'names' },
]

/** Replaced words that are stored or sent by the API, exactly as they are written in the code. */
export const keptTokens: readonly string[] = [
  '/v1/alike',
  '/v1/glance',
  "'rehearse'",
  "'rehearsing'",
  "'rehearsed'",
  "'rehearsal'",
  '`rehearse`',
  '`rehearsing`',
  '`rehearsal`',
  '/rehearse',
  'isRehearsal',
  'rehearse:',
  'rehearse is not a field of a hand-over',
  'rehearsal:',
  '.rehearsal',
  'rehearsal-',
  'rehearse should be true or false',
]
