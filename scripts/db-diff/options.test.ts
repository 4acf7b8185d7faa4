import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'

describe('the options of db:diff', () => {
  it('state renames in their order, drops, fills and steps', () => {
    const words =
      'keep-pins --rename-table town=city --fill city.rank=3 --rename-column city.pin=pin_code --fill city.note=a=b --drop-column city.old --drop-table barn --step rebuild-search-text'
    expect(readOptions(words.split(' '))).toEqual({
      name: 'keep-pins',
      check: false,
      renames: [
        { change: 'rename table', table: 'town', to: 'city' },
        { change: 'rename column', table: 'city', column: 'pin', to: 'pin_code' },
      ],
      drops: ['city.old', 'barn'],
      fill: { city: { rank: 3, note: 'a=b' } },
      steps: ['rebuild-search-text'],
      stopsOlder: undefined,
    })
    expect(readOptions(['x', '--stop-older', 'older versions count wrongly']).stopsOlder).toBe(
      'older versions count wrongly',
    )
  })

  it.each([
    ['Add Village', 'Name the migration in kebab-case'],
    ['one|two', 'A migration has one name, not one and two'],
    ['x|--fill|city=3', '--fill should look like --fill table.column=value'],
    [
      'x|--rename-column|city.pin',
      '--rename-column should look like --rename-column table.old_name=new_name',
    ],
    ['x|--rename-column|pin=code', '--rename-column should look like'],
    ['x|--rename-table|city.pin=code', '--rename-table should look like --rename-table old_name=new_name'],
    ['x|--drop-column|city', '--drop-column should look like --drop-column table.column'],
    ['x|--drop-table', '--drop-table should look like --drop-table table'],
    ['x|--stop-older', '--stop-older should look like'],
    ['x|--step', '--step should look like'],
    ['x|--force', 'There is no option --force'],
  ])('refuse %s', (words, message) => {
    expect(() => readOptions(words.split('|'))).toThrow(message)
  })
})
