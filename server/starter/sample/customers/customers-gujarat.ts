/**
 * Customers in Gujarat. Columns: number, b(usiness) or i(ndividual), contact, name, PAN holder letter, station, city,
 * street, PIN, soil, days between visits, payment term, GST rate, visits as days ago, plans as days ahead and time.
 */
export const gujaratCustomers = `
1001|b|Ramesh Patel|Shree Umiya Krushi Kendra|F|Unjha|Unjha|Station Road, Near APMC|384170|Sandy Loam|15|N30|5|77, 58, 40, 22|+0 10:00
1002|i|Bhikhabhai Chaudhary|Bhikhabhai Chaudhary|P|Deesa|Deesa|Malgadh Village Road|385535|Sandy Loam|30|CROP|0|96, 63, 30|+0 12:30
1003|b|Jayesh Vekariya|Khodal Agro Centre|P|Gondal|Gondal|Bhojrajpara Main Road|360311|Medium Black|21|N30|5|84, 61, 37|+1 09:30
1007|b|Dinesh Thakkar|Ambica Fertilizer Depot|F|PTN Patan|Patan|Near Ranki Vav Gate|384265|Sandy Loam|15|N30|5|49, 31, 9|+0 14:30
1008|b|Mansukh Kakadiya|Gopal Beej Bhandar|P|Jasdan|Rajkot|Atkot Road, Jasdan|360050|Medium Black|30|N45|5|101, 66, 12|+1 11:30
1009|i|Govindbhai Rabari|Govindbhai Rabari|P|Tharad|Tharad|Rah Village|385565|Saline Alkaline|45|CROP|0|45|+0 16:30
1010|i|Savitaben Parmar|Savitaben Parmar|P|Anand|Anand|Karamsad Road|388001|Alluvial|30|COD|0|88, 59, 28|
1011|b|Ketan Shah|Charotar Agri Mall|C|Anand|Anand|Near Amul Dairy Road|388001|Alluvial|7|N15|18|29, 22, 15, 8|+2 11:00
1012|b|Nitin Amin|Sardar Khedut Sahakari Mandali|A|Petlad|Petlad|Station Road|388450|Alluvial|30|N60|5|93, 61, 33|+0 10:30
1013|i|Pravinbhai Solanki|Pravinbhai Solanki|P|Borsad|Borsad|Vasna Village|388540|Alluvial|60|CROP|0|122, 60|+0 12:00
1014|b|Hitesh Dobariya|Balaji Pesticides|P|Junagadh|Junagadh|Dolatpara Yard|362001|Medium Black|15|N30|18|52, 34, 15|missed -6 10:00
1015|i|Vallabhbhai Ramani|Vallabhbhai Ramani|P|Keshod|Keshod|Agatrai Village|362220|Medium Black|30|CROP|0|70, 41|
1016|b|Chirag Kansagra|Kisan Mitra Agro Agency|F|Upleta|Upleta|Porbandar Road|360490|Medium Black|30|N30|5|97, 62, 5|
1017|b|Sanjay Ghetiya|Saurashtra Seeds and Fertilizers|F|Dhoraji|Dhoraji|Jetpur Highway|360410|Medium Black|21|N30|5|64, 21|
1018|i|Rameshbhai Dangar|Rameshbhai Dangar|P|Savarkundla|Savarkundla|Vijpadi Village|364515|Black Cotton|45|CROP|0|140, 92|
1019|b|Bhavesh Sutariya|Amreli Agro Traders|P|Amreli|Amreli|Marketing Yard Road|365601|Medium Black|30|N45|5|81, 47|missed -9 11:00
1020|i|Jivrajbhai Gohil|Jivrajbhai Gohil|P|BVN Mahuva|Mahuva|Bhadrod Village|364290|Medium Black|60|CROP|0|75, 14|
1021|b|Alpesh Desai|Bardoli Sugar Belt Agro|C|Bardoli|Bardoli|Gandhi Road|394601|Black Cotton|15|N30|18|66, 50, 33, 16|
1022|i|Thakorbhai Patel|Thakorbhai Patel|P|Bardoli|Bardoli|Madhi Village|394340|Black Cotton|30|CROP|0|58, 30|missed -12 16:00
1023|b|Mukesh Gamit|Tapi Adivasi Krushi Seva|T|Vyara|Vyara|Unai Naka|394650|Laterite|45|N60|5|109, 71|
1024|b|Yogesh Naik|Navsari Khet Utpadan|F|Gandevi|Navsari|Bilimora Road, Gandevi|396360|Black Cotton|30|N30|5|31|cancelled -3 16:00
1025|i|Kantibhai Vasava|Kantibhai Vasava|P|Netrang|Ankleshwar|Thava Village|393130|Black Cotton|60|COD|0||
1026|b|Rajesh Modi|Narmada Agro Chemicals|C|Ankleshwar|Ankleshwar|GIDC Char Rasta|393002|Black Cotton|30|N30|18|95, 64, 33|
1027|i|Chandubhai Padhiyar|Chandubhai Padhiyar|P|Padra|Padra|Dabhasa Village|391440|Alluvial|30|CROP|0|67, 36|+2 09:30
1028|b|Piyush Jaiswal|Vadodara Kheti Bazaar|F|Vadodara|Vadodara|Sayajigunj|390005|Alluvial|21|N15|5|44, 23, 2|
1029|i|Fatesinh Baria|Fatesinh Baria|P|Godhra|Godhra|Popatpura|389001|Red|45|CROP|0|118, 83|
1030|b|Suresh Panchal|Sabar Agro Service|P|Himatnagar|Himatnagar|Motipura Circle|383001|Sandy Loam|15|N30|5|47, 30, 18|
1031|i|Kodarbhai Patel|Kodarbhai Patel|P|Idar|Idar|Jadar Village|383430|Sandy Loam|30|CROP|0|61, 29|cancelled -5 11:00
1032|b|Arvind Prajapati|Modasa Krushi Bhandar|F|Modasa|Modasa|Shamlaji Road|383315|Sandy Loam|30|N30|5||
1033|b|Maheshwari Jadeja|Kutch Khedut Kendra|P|Bhuj|Bhuj|Mirzapar Road|370001|Saline Alkaline|60|N45|5|133, 68|
1034|i|Devjibhai Ahir|Devjibhai Ahir|P|Anjar|Gandhidham|Ratnal Village|370110|Saline Alkaline|90|CROP|0|91|
1035|b|Nilesh Bhalodia|Morbi Agri Inputs|F|Morbi|Morbi|Nazarbaug Road|363641|Medium Black|30|N30|5|72, 43, 10|+1 15:00
1036|i|Haribhai Makwana|Haribhai Makwana||Dhrangadhra|Dhrangadhra|Kondh Village|363310|Saline Alkaline|60|COD|0||`
