/** Names for fictitious people, shops and places. */
export const givenNames =
  `Ramesh Suresh Mahesh Dinesh Jayesh Bhavesh Kalpesh Hitesh Nilesh Rakesh Mukesh Paresh Vijay Ajay Sanjay
Anil Sunil Manoj Vinod Pramod Ashok Kishor Arvind Govind Ganesh Santosh Sachin Rahul Amol Prakash Vikas Deepak Sandip Dattatray
Balaji Tukaram Namdeo Kisan Shankar Mohan Raghunath Bharat Laxman Meena Savita Kavita Sunita Anita Lata Usha Rekha Asha Jyoti
Hansa Manju Geeta Sita Radha Kamla Pushpa Shobha Vandana Imran Salim Yusuf Farida Gurpreet Harjit Baldev Lakshmi Murugan Selvam`.split(
    /\s+/,
  )

export const familyNames =
  `Patel Shah Desai Joshi Trivedi Chaudhary Parmar Solanki Rathod Makwana Vaghela Prajapati Thakkar Modi
Jadeja Gohil Vekariya Dobariya Kakadiya Ramani Jadhav Pawar Shinde Deshmukh Patil Kadam Gaikwad More Kale Jagtap Thorat Wankhade
Thakare Meshram Ingole Rathore Sharma Verma Gupta Agrawal Singh Yadav Mishra Tiwari Reddy Rao Naidu Gowda Nair Menon Pillai Das
Ghosh Bose Mondal Sahu Behera Borah Kumar Chauhan Gill Dhillon Sandhu Khan Ansari Mansuri Gamit Vasava Gavit Koli`.split(
    /\s+/,
  )

export const houseNames =
  `Shree Umiya|Khodal|Ambica|Balaji|Kisan Mitra|Gopal|Jay Ambe|Sahyadri|Krishna|Narmada|Godavari|Ganga|Sardar|Annapurna|Vasundhara|Dharti|Hariyali|Shakti|Laxmi|Gayatri|Om|Bharat|Jay Kisan|Navjivan|Akshar|Swastik`.split(
    '|',
  )

export const tradeNames =
  `Krushi Kendra|Agro Centre|Beej Bhandar|Fertilizer Depot|Agro Agency|Seeds|Pesticides|Kheti Bazaar|Agro Chemicals|Krushi Seva|Traders|Agri Mall`.split(
    '|',
  )

export const placeBeginnings =
  `Ram Shiv Krishna Gopal Hari Dev Raj Vijay Jay Chand Sur Mad Bal Nar Kan Par Sham Vas Ind Gang Nil Pad Lal Sal Mor Kesh Tal Bhim
Amar Anand Bar Bod Dhar Gad Hal Jam Kal Khed Lun Mand Nand Pal Rad Sant Tar Um Vad Wad Yed Zal`.split(/\s+/)

export const placeEndings =
  `pur pura nagar garh gaon wadi wada pet palli kheda khera ganj abad kot tal vadi pada sar`.split(/\s+/)

export const streets =
  `Station Road|Market Yard|Main Bazaar|Highway Road|Temple Street|Gandhi Chowk|School Road|Bus Stand Road|Canal Road|Panchayat Street`.split(
    '|',
  )

export const remarks =
  `Carry the price list|Collect the cheque|Take a soil sample|Show the dose card|Ask about the next order|Check the crop after the spray`.split(
    '|',
  )

export const feedback =
  `Crop stands well after the last dose|Leaf curl on part of the field|Payment promised after the harvest|Wants delivery before the weekend|Asked for a soil test first|Sowing moved by ten days for want of water`.split(
    '|',
  )
