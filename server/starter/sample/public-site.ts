import { readTable } from '#domain/reference/table.ts'

export const services = readTable(
  ['service', 'provider', 'price', 'description'],
  `
Soil Testing|Dhartisetu Labs|₹450 per sample|Nutrients, pH and salinity of a field, with a written recommendation for the next crop within five days.
Crop Advisory Visit|Dhartisetu Agronomy|Free for customers|An agronomist walks the field, names the pest or the want, and writes down what to use and when.
Fertilizer Supply|Dhartisetu Agri Inputs|At the printed price|Urea, DAP, potash and micronutrients delivered to the village, with batch numbers on the bill.
Crop Protection Supply|Dhartisetu Agri Inputs|At the printed price|Registered pesticides in sealed packs, with the dose and the waiting period explained in Gujarati or Marathi.
Crop Purchase|Dhartisetu Crop Trading|Market yard rate of the day|Cumin, castor, groundnut, onion and grain weighed, graded and paid for on the same day.
Drone Spraying|Dhartisetu Agronomy|₹500 per acre|Spraying of cotton, groundnut and sugarcane at the right time of day, booked one day ahead.`,
)

export const contactMessages = readTable(
  ['username', 'email', 'material', 'quantity', 'date', 'message'],
  `
Nareshbhai Prajapati|naresh.prajapati@mail.example|DAP 18:46:0|40 bags|before sowing|We are eleven farmers of one village and would take one truck together. What is the price with delivery?
Sangita Bhosale|sangita.bhosale@mail.example|Mancozeb 75% WP|2 kg|next week|Purple spots on my onion leaves after the rain. Is this the right material, and how much for one acre?
Imran Mansuri|imran.mansuri@mail.example|Castor|5 tonnes|ready now|I have castor seed of this year to sell at Patan. Please tell me your rate and whether you send a vehicle.
Kiran Gavit|kiran.gavit@mail.example|Soil test|3 samples|any day|Can someone come to Nawapur to take the samples, or shall I bring them to Nashik?`,
)
