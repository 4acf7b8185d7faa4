import { describe, expect, it } from 'vitest'
import { nameSimilarity, soundsOf } from './similar-names.ts'
import { toLatin, toLatinAsSaid } from './to-latin.ts'

const similar: readonly (readonly [string, string])[] = [
  ['रमेश पटेल', 'Ramesh Patel'],
  ['રમેશ પટેલ', 'Ramesh Patel'],
  ['રમેશ પટેલ', 'रमेश पटेल'],
  ['Rameshbhai Patel', 'Ramesh Patel'],
  ['રમેશભાઈ પટેલ', 'Ramesh Patel'],
  ['Ramesh Bhai Patel', 'Patel Ramesh'],
  ['R. Patel', 'Ramesh Patel'],
  ['Ramesh K. Patel', 'Ramesh Patel'],
  ['Ramesh Kantilal Patel', 'Patel Ramesh'],
  ['Shri Ramesh Patel', 'Ramesh Patel'],
  ['Jivan Zala', 'Jeevan Jhala'],
  ['જીવણ ઝાલા', 'Jivan Zala'],
  ['Vinod Wagh', 'Winod Vagh'],
  ['Farida Shaikh', 'Pharida Shaikh'],
  ['फरीदा शेख', 'Farida Sheikh'],
  ['Lakshmi Desai', 'Laxmi Desai'],
  ['લક્ષ્મી દેસાઈ', 'Laxmiben Desai'],
  ['लक्ष्मण शिंदे', 'Laxman Shinde'],
  ['Chaudhari Bhavesh', 'Bhavesh Choudhry'],
  ['ચૌધરી ભાવેશ', 'Bhavesh Chaudhary'],
  ['Chauhan Dinesh', 'Dinesh Chouhan'],
  ['દિનેશ ચૌહાણ', 'Dineshbhai Chauhan'],
  ['Harshad Mehta', 'Harsad Maheta'],
  ['હર્ષદ મહેતા', 'Harshad Maheta'],
  ['Krishna Joshi', 'Krushna Josi'],
  ['कृष्णा जोशी', 'Krishna Joshi'],
  ['Gurpreet Singh', 'Gurprit Sinh'],
  ['Kamla Devi', 'Kamala Devi'],
  ['કમલા દેવી', 'Kamla Devi'],
  ['Ambalal Solanki', 'Anbalal Solunki'],
  ['અંબાલાલ સોલંકી', 'Ambalal Solanki'],
  ['Sampat Pandya', 'Sanpat Pandia'],
  ['સંપત પંડ્યા', 'Sampat Pandya'],
  ['Bharat Thakkar', 'Bharat Thakker'],
  ['ભરત ઠક્કર', 'Bharatbhai Thakkar'],
  ['Thakor Arjun', 'Arjun Thakore'],
  ['Dnyaneshwar Gaikwad', 'Gyaneshwar Gaekwad'],
  ['ज्ञानेश्वर गायकवाड', 'Dnyaneshwar Gaikwad'],
  ['Yogesh Nayak', 'Yogesh Naik'],
  ['योगेश नाईक', 'Yogesh Naik'],
  ['Sudhir Vaidya', 'Sudhir Waidya'],
  ['Jai Vyas', 'Jay Vias'],
  ['જય વ્યાસ', 'Jai Vyas'],
  ['Sanjay Deshmukh', 'Sanjay Deshmuk'],
  ['संजय देशमुख', 'Sanjay Deshmukh'],
  ['Meena Shah', 'Mina Sha'],
  ['મીના શાહ', 'Minaben Shah'],
  ['Bhupendra Rathod', 'Bhupendra Rathaud'],
  ['Govind Jadhav', 'Gowind Jadav'],
  ['गोविंद जाधव', 'Govind Jadhav'],
  ['Krishna Rao', 'कृष्णा राव'],
  ['Ashok Kulkarni', 'Ashok Kulkarny'],
  ['अशोक कुलकर्णी', 'Asok Kulkarni'],
  ['Purushottam Trivedi', 'Purushotam Trivedi'],
  ['પ્રકાશ ત્રિવેદી', 'Prakash Trivedi'],
  ['Hitesh Bhatt', 'Hitesh Bhat'],
  ['हितेश भट्ट', 'Hitesh Bhatt'],
  ['Shree Ram Traders', 'Ram Traders'],
  ['Kisan Agro Pvt. Ltd.', 'Kisan Agro'],
  ['Zaveri Nilesh', 'Neelesh Javeri'],
  ['નીલેશ ઝવેરી', 'Nilesh Zaveri'],
  ['Ishwar Parmar', 'Eshwar Parmar'],
  ['ઈશ્વર પરમાર', 'Ishvar Parmar'],
  ['Anand', 'આણંદ'],
  ['Ahmedabad', 'અહમદાબાદ'],
  ['Mehsana', 'મહેસાણા'],
  ['Nashik', 'नाशिक'],
]

const different: readonly (readonly [string, string])[] = [
  ['Ramesh Patel', 'Suresh Patel'],
  ['Ramesh Patel', 'Ramesh Shah'],
  ['Patel', 'Ramesh Patel'],
  ['Ramesh', 'Ramesh Patel'],
  ['S. Patel', 'Ramesh Patel'],
  ['Kiran Joshi', 'Karan Joshi'],
  ['Kamal Desai', 'Komal Desai'],
  ['Mina Shah', 'Manu Shah'],
  ['Mohan Lal', 'Man Lal'],
  ['Umesh Patel', 'Amish Patel'],
  ['Amit Shah', 'Mit Shah'],
  ['Dev Solanki', 'Devi Solanki'],
  ['Anil Mehta', 'Sunil Mehta'],
  ['Mahesh Jadhav', 'Ramesh Jadhav'],
  ['Rajesh Kumar', 'Brijesh Kumar'],
  ['Vijay Rathod', 'Ajay Rathod'],
  ['Yadav Ram', 'Jadhav Ram'],
  ['Prakash Bhatt', 'Prakash Butt'],
  ['Trivedi Hari', 'Tripathi Hari'],
  ['Sanjay Shinde', 'Sanjiv Shinde'],
  ['Ganesh Traders', 'Ganga Traders'],
  ['NPK 10-26-26', 'NPK 12-32-16'],
  ['Urea', 'Uria Gold'],
  ['Anand', 'Amreli'],
  ['Pune', 'Patan'],
  ['R. P.', 'Ramesh Patel'],
  ['', 'Ramesh Patel'],
]

const similarity = ([one, other]: readonly [string, string]): number =>
  nameSimilarity(soundsOf(one), soundsOf(other))

describe('nameSimilarity', () => {
  it.each(similar)('%s and %s are similar', (one, other) => {
    expect(similarity([one, other])).toBeGreaterThan(0)
    expect(similarity([other, one])).toBe(similarity([one, other]))
  })

  it.each(different)('%s and %s are different', (one, other) => {
    expect(similarity([one, other])).toBe(0)
    expect(similarity([other, one])).toBe(0)
  })

  it('ranks the full name above an initial', () => {
    expect(similarity(['રમેશ પટેલ', 'Ramesh Patel'])).toBeGreaterThan(similarity(['R. Patel', 'Ramesh Patel']))
  })
})

describe('transliteration to Latin letters', () => {
  it('uses the common spelling of names', () => {
    expect(toLatin('રમેશ પટેલ, શાખા ૧૨')).toBe('ramesh patel, shakha 12')
    expect(toLatin('नाशिक')).toBe('nashik')
    expect(toLatin('Ramesh')).toBe('Ramesh')
    expect(toLatinAsSaid('રમેશભાઈ કમલા')).toBe('rameshbhai kamla')
    expect(toLatin('સંપત અંબા')).toBe('sampat amba')
  })

  it('transliterates a prefix to a substring of the transliterated word', () => {
    const word = 'રમેશભાઈ'
    for (let to = 1; to <= word.length; to++) expect(toLatin(word)).toContain(toLatin(word.slice(0, to)))
  })

  it('does not throw on malformed input', () => {
    for (const odd of ['्', 'ं', 'ाा', '़़', 'क्', 'ः', '\u0a80', 'ॐ', '🌾 રમ'])
      expect(() => [toLatin(odd), toLatinAsSaid(odd), soundsOf(odd)]).not.toThrow()
  })
})
