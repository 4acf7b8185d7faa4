import { filled, readTable } from '#domain/reference/table.ts'
import { cityCode } from './territory.ts'

/** Latitude and longitude of the city centres. */
export const cityPlaces = readTable(
  ['city', 'place'],
  `
Ahmedabad|23.0225,72.5714
Amreli|21.6032,71.2221
Anand|22.5645,72.9289
Ankleshwar|21.6264,73.0152
Bardoli|21.1200,73.1150
Bharuch|21.7051,72.9959
Bhavnagar|21.7645,72.1519
Bhuj|23.2420,69.6669
Botad|22.1704,71.6684
Borsad|22.4079,72.8985
Chikhli|20.7570,73.0630
Dabhoi|22.1833,73.4333
Dahod|22.8379,74.2531
Deesa|24.2585,72.1907
Dholka|22.7272,72.4408
Dhoraji|21.7337,70.4530
Dhrangadhra|22.9917,71.4676
Gandhidham|23.0753,70.1337
Gandhinagar|23.2156,72.6369
Godhra|22.7788,73.6143
Gondal|21.9619,70.7923
Halvad|23.0167,71.1833
Himatnagar|23.5986,72.9630
Idar|23.8397,73.0043
Jamnagar|22.4707,70.0577
Jetpur|21.7548,70.6200
Junagadh|21.5222,70.4579
Kadi|23.2979,72.3310
Keshod|21.3030,70.2480
Khambhalia|22.2070,69.6530
Khambhat|22.3131,72.6194
Lunawada|23.1285,73.6104
Mahuva|21.0903,71.7563
Mehsana|23.5880,72.3693
Modasa|23.4625,73.2989
Morbi|22.8173,70.8377
Nadiad|22.6916,72.8634
Navsari|20.9467,72.9520
Padra|22.2397,73.0846
Palanpur|24.1725,72.4382
Patan|23.8493,72.1266
Petlad|22.4767,72.7998
Porbandar|21.6417,69.6293
Radhanpur|23.8333,71.6000
Rajkot|22.3039,70.8022
Rajpipla|21.8711,73.5036
Savarkundla|21.3372,71.3036
Sidhpur|23.9167,72.3833
Surat|21.1702,72.8311
Surendranagar|22.7277,71.6480
Tharad|24.3950,71.6270
Una|20.8232,71.0380
Unjha|23.8036,72.3910
Upleta|21.7401,70.2817
Vadodara|22.3072,73.1812
Valsad|20.5992,72.9342
Vapi|20.3893,72.9106
Veraval|20.9159,70.3629
Vijapur|23.5631,72.7480
Viramgam|23.1200,72.0500
Visnagar|23.6990,72.5520
Vyara|21.1108,73.3936
Ahilyanagar|19.0948,74.7480
Akola|20.7002,77.0082
Akot|21.0963,77.0586
Alibag|18.6554,72.8671
Amravati|20.9374,77.7796
Baramati|18.1516,74.5777
Barshi|18.2334,75.6941
Beed|18.9891,75.7601
Bhandara|21.1667,79.6500
Bhusawal|21.0436,75.7851
Buldhana|20.5293,76.1842
Chalisgaon|20.4619,74.9970
Chandrapur|19.9615,79.2961
Chiplun|17.5333,73.5167
Chhatrapati Sambhajinagar|19.8762,75.3433
Dharashiv|18.1860,76.0419
Dhule|20.9042,74.7749
Gadchiroli|20.1849,79.9948
Gondia|21.4624,80.1961
Hingoli|19.7173,77.1494
Hinganghat|20.5494,78.8361
Ichalkaranji|16.6910,74.4605
Jalgaon|21.0077,75.5626
Jalna|19.8347,75.8816
Karad|17.2850,74.1840
Khamgaon|20.7083,76.5650
Kolhapur|16.7050,74.2433
Kopargaon|19.8821,74.4766
Lasalgaon|20.1422,74.2395
Latur|18.4088,76.5604
Malegaon|20.5579,74.5089
Miraj|16.8222,74.6509
Mumbai|19.0760,72.8777
Nagpur|21.1458,79.0882
Nanded|19.1383,77.3210
Nandurbar|21.3655,74.2400
Narayangaon|19.1160,73.9770
Nashik|19.9975,73.7898
Niphad|20.0800,74.1093
Pandharpur|17.6805,75.3155
Parbhani|19.2608,76.7748
Phaltan|17.9840,74.4360
Pimpalgaon Baswant|20.1650,73.9870
Pune|18.5204,73.8567
Ratnagiri|16.9902,73.3120
Sangamner|19.5771,74.2080
Sangli|16.8524,74.5815
Satara|17.6805,74.0183
Shirpur|21.3490,74.8810
Shrirampur|19.6220,74.6570
Solapur|17.6599,75.9064
Thane|19.2183,72.9781
Udgir|18.3940,77.1140
Wardha|20.7453,78.6022
Warud|21.4700,78.2700
Washim|20.1119,77.1330
Yavatmal|20.3888,78.1204
Yeola|20.0420,74.4890
New Delhi|28.6139,77.2090
Jaipur|26.9124,75.7873
Udaipur|24.5854,73.7125
Bhopal|23.2599,77.4126
Indore|22.7196,75.8577
Hyderabad|17.3850,78.4867
Bengaluru|12.9716,77.5946
Chennai|13.0827,80.2707
Kolkata|22.5726,88.3639
Lucknow|26.8467,80.9462`,
).map(({ city, place }) => ({ City_Code: cityCode(filled(city)), Place: filled(place) }))

/** Customers with an exact location. */
export const customerPlaces = readTable(
  ['Customer_Code', 'Place'],
  `
C1001|23.8057,72.3942
C1002|24.2701,72.2019
C1003|21.9587,70.7871
C1004|20.1683,73.9902
C1005|20.0311,74.4402
C1006|20.7071,77.0011
C1007|23.8583,72.1022
C1011|22.5581,72.9351
C1030|23.6031,72.9588
C1038|20.1502,74.2211
C1041|18.1602,74.5903`,
).map((row) => ({ Customer_Code: filled(row.Customer_Code), Place: filled(row.Place) }))
