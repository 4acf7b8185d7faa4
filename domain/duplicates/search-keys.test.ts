import { describe, expect, it } from 'vitest'
import { foldSearch, searchedForms } from './search-keys.ts'

/** Each name in Latin letters, Gujarati and Devanagari. */
const names: readonly (readonly [string, string, string])[] = [
  ['Rameshbhai Patel', 'રમેશભાઈ પટેલ', 'रमेशभाई पटेल'],
  ['Dineshbhai Chauhan', 'દિનેશભાઈ ચૌહાણ', 'दिनेशभाई चौहाण'],
  ['Hasmukhbhai Solanki', 'હસમુખભાઈ સોલંકી', 'हसमुखभाई सोलंकी'],
  ['Gordhanbhai Vaghela', 'ગોરધનભાઈ વાઘેલા', 'गोरधनभाई वाघेला'],
  ['Vallabhbhai Jadeja', 'વલ્લભભાઈ જાડેજા', 'वल्लभभाई जाडेजा'],
  ['Jayantibhai Chaudhari', 'જયંતીભાઈ ચૌધરી', 'जयंतीभाई चौधरी'],
  ['Laxmanbhai Rathod', 'લક્ષ્મણભાઈ રાઠોડ', 'लक्ष्मणभाई राठोड'],
  ['Meenaben Shah', 'મીનાબેન શાહ', 'मीनाबेन शाह'],
  ['Kamlaben Desai', 'કમલાબેન દેસાઈ', 'कमलाबेन देसाई'],
  ['Kamalaben Desai', 'કમલાબેન દેસાઈ', 'कमलाबेन देसाई'],
  ['Savitaben Parmar', 'સવિતાબેન પરમાર', 'सविताबेन परमार'],
  ['Poojaben Joshi', 'પૂજાબેન જોશી', 'पूजाबेन जोशी'],
  ['Bharatkumar Trivedi', 'ભરતકુમાર ત્રિવેદી', 'भरतकुमार त्रिवेदी'],
  ['Jayeshkumar Mehta', 'જયેશકુમાર મેહતા', 'जयेशकुमार मेहता'],
  ['Mansukhlal Zaveri', 'મનસુખલાલ ઝવેરી', 'मनसुखलाल झवेरी'],
  ['Ramanlal Thakkar', 'રમણલાલ ઠક્કર', 'रमणलाल ठक्कर'],
  ['Amarsinh Gohil', 'અમરસિંહ ગોહિલ', 'अमरसिंह गोहिल'],
  ['Rajendra Kulkarni', 'રાજેન્દ્ર કુલકર્ણી', 'राजेन्द्र कुलकर्णी'],
  ['Ganpat Wagh', 'ગણપત વાઘ', 'गणपत वाघ'],
  ['Farukbhai Shaikh', 'ફારુકભાઈ શૈખ', 'फारुकभाई शैख'],
  ['Suryakant Deshmukh', 'સૂર્યકાંત દેશમુખ', 'सूर्यकांत देशमुख'],
  ['Gujarat', 'ગુજરાત', 'गुजरात'],
  ['Vadodara', 'વડોદરા', 'वडोदरा'],
]

const finds = (typed: string, stored: string): boolean =>
  foldSearch(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => searchedForms(stored).includes(word))

describe('a search in one script', () => {
  it.each(names)('finds the name in the others: %s, %s, %s', (...scripts) => {
    for (const typed of scripts)
      for (const stored of scripts)
        expect([typed, stored, finds(typed, stored)]).toEqual([typed, stored, true])
  })

  it('finds the name by any prefix', () => {
    for (const [latin, ...others] of names)
      for (const name of others)
        for (let to = 1; to <= name.length; to++)
          for (const stored of [latin, name])
            expect([name.slice(0, to), stored, finds(name.slice(0, to), stored)]).toEqual([
              name.slice(0, to),
              stored,
              true,
            ])
  })

  it('does not find other names', () => {
    for (const [typed, stored] of [
      ['રમેશભાઈ', 'Sureshbhai'],
      ['રમેશભાઈ', 'Ramjibhai'],
      ['મીનાબેન', 'Hinaben'],
      ['कुलकर्णी', 'Kulvinder'],
      ['Ramesh', 'મહેશભાઈ'],
    ] as const)
      expect([typed, stored, finds(typed, stored)]).toEqual([typed, stored, false])
  })
})
