/** Customers in Maharashtra, in the columns of those in Gujarat. */
export const maharashtraCustomers = `
1004|b|Santosh Jadhav|Sahyadri Krushi Seva Kendra|F|Niphad|Pimpalgaon Baswant|Chinchkhed Chauphuli|422209|Medium Black|15|N30|5|71, 53, 35, 19|+0 16:00
1005|i|Dattatray Shinde|Dattatray Shinde|P|Yeola|Yeola|Andarsul Village|423401|Medium Black|30|CROP|0|90, 58|+1 11:00
1006|b|Prakash Wankhade|Vidarbha Krushi Bhandar|P|Akola|Akola|Old Cotton Market|444001|Black Cotton|30|N45|18|103, 70, 38|+3 10:30
1037|b|Vijay Gaikwad|Nashik Grape Growers Supply|C|Dindori|Nashik|Mohadi Road, Dindori|422202|Medium Black|7|N15|18|28, 21, 14, 7|
1038|i|Balasaheb Kadam|Balasaheb Kadam|P|Niphad|Lasalgaon|Takli Vinchur|422306|Medium Black|21|CROP|0|48, 26|+0 11:00
1039|b|Rahul Bhamre|Girna Agro Agencies|F|NSK Malegaon|Malegaon|Satana Naka|423203|Medium Black|30|N30|5|92, 61, 31|+1 14:30
1040|i|Ashabai More|Ashabai More|P|Sinnar|Nashik|Dubere Village, Sinnar|422103|Red|45|COD|0|80, 45|+1 09:00
1041|b|Sachin Kale|Baramati Agri Solutions|C|Baramati|Baramati|Bhigwan Road|413102|Medium Black|15|N30|18|60, 44, 27, 11|+4 15:00
1042|i|Tukaram Jagtap|Tukaram Jagtap|P|Indapur|Baramati|Nimgaon Ketki|413120|Black Cotton|30|CROP|0|65, 32|
1043|b|Amol Dangat|Junnar Shetkari Bhandar|F|Junnar|Narayangaon|Pune Nashik Highway|410504|Laterite|30|N30|5|77, 46, 16|
1044|b|Sharad Thorat|Pravara Krushi Udyog|F|Rahata|Shrirampur|Loni Road|413709|Medium Black|30|N45|5|99, 68, 34|
1045|i|Kisan Tambe|Kisan Tambe|P|Sangamner|Sangamner|Ashwi Budruk|413714|Medium Black|30|CROP|0|54, 24|
1046|b|Mahavir Gandhi|Khandesh Seeds Corporation|C|Jalgaon|Jalgaon|Nehru Chowk|425001|Black Cotton|21|N30|5|63, 42, 21|
1047|i|Pandurang Mahajan|Pandurang Mahajan|P|Raver|Bhusawal|Nimbhora Village|425506|Black Cotton|30|CROP|0|89, 56|
1048|b|Dilip Pawar|Dhule Kisan Kendra|P|Shirpur|Shirpur|Karvand Naka|425405|Black Cotton|30|N30|5||
1049|i|Rohidas Gavit|Rohidas Gavit||Nawapur|Nandurbar|Visarwadi Village|425426|Laterite|60|COD|0|61|
1050|b|Anil Lahoti|Jalna Beej Udyog|C|Jalna|Jalna|Old MIDC Road|431203|Black Cotton|15|N30|18|58, 41, 25|
1051|i|Vishnu Ghuge|Vishnu Ghuge|P|Partur|Jalna|Ashti Road, Partur|431501|Black Cotton|45|CROP|0|110, 66|
1052|b|Nagnath Swami|Latur Soya Agro|F|Latur|Latur|Ganj Golai|413512|Black Cotton|30|N30|5|94, 63, 29|missed -4 12:00
1053|i|Baburao Birajdar|Baburao Birajdar|P|Udgir|Udgir|Wadhona Village|413517|Black Cotton|30|CROP|0|30|
1054|b|Shivaji Mane|Krishna Kath Sheti Seva|F|Karad|Karad|Vidyanagar|415124|Medium Black|30|N30|5|73, 40|
1055|i|Anandrao Patil|Anandrao Patil|H|Walwa|Sangli|Islampur Road|415409|Medium Black|45|CROP|0|86, 39|
1056|b|Sambhaji Powar|Panchganga Agro Mall|C|Karvir|Kolhapur|Shahupuri|416001|Laterite|21|N15|18|55, 33, 13|
1057|i|Gajanan Thakare|Gajanan Thakare|P|Warud|Warud|Benoda Village|444906|Black Cotton|30|CROP|0|82, 50|cancelled -8 15:00
1058|b|Manoj Agrawal|Amravati Orange and Cotton Supply|F|Amravati|Amravati|Cotton Market Road|444601|Black Cotton|30|N45|5|104, 73, 30|
1059|b|Sudhir Meshram|Wainganga Dhan Kendra|P|Bhandara|Bhandara|Shukrawari Ward|441904|Alluvial|30|N30|5|69, 35|
1060|i|Namdeo Rathod|Namdeo Rathod|P|Pusad|Yavatmal|Shembal Pimpri|445204|Black Cotton|60|CROP|0||
1061|b|Ravindra Ingole|Washim Shetkari Producer Company|C|Risod|Washim|Hingoli Road, Risod|444506|Black Cotton|30|N60|5|87, 57, 28|
1062|i|Shobha Sawant|Shobha Sawant|P|Chiplun|Chiplun|Kherdi|415604|Laterite|90|COD|0|120, 62|`
