/** Districts of Maharashtra: code, name, talukas. */
export const maharashtra = `
AHN|Ahilyanagar|Akole, Jamkhed, Karjat, Kopargaon, Nagar, Nevasa, Parner, Pathardi, Rahata, Rahuri, Sangamner, Shevgaon, Shrigonda, Shrirampur
AKL|Akola|Akola, Akot, Balapur, Barshitakli, Murtizapur, Patur, Telhara
AMV|Amravati|Achalpur, Amravati, Anjangaon Surji, Bhatkuli, Chandur Bazar, Chandur Railway, Chikhaldara, Daryapur, Dhamangaon Railway, Dharni, Morshi, Nandgaon Khandeshwar, Teosa, Warud
CSN|Chhatrapati Sambhajinagar|Chhatrapati Sambhajinagar, Gangapur, Kannad, Khuldabad, Paithan, Phulambri, Sillod, Soegaon, Vaijapur
BED|Beed|Ambajogai, Ashti, Beed, Dharur, Georai, Kaij, Majalgaon, Parli, Patoda, Shirur Kasar, Wadwani
BDR|Bhandara|Bhandara, Lakhandur, Lakhani, Mohadi, Pauni, Sakoli, Tumsar
BLD|Buldhana|Buldhana, Chikhli, Deulgaon Raja, Jalgaon Jamod, Khamgaon, Lonar, Malkapur, Mehkar, Motala, Nandura, Sangrampur, Shegaon, Sindkhed Raja
CHD|Chandrapur|Ballarpur, Bhadravati, Brahmapuri, Chandrapur, Chimur, Gondpipri, Jiwati, Korpana, Mul, Nagbhir, Pombhurna, Rajura, Sawali, Sindewahi, Warora
DHL|Dhule|Dhule, Sakri, Shirpur, Sindkheda
GDC|Gadchiroli|Aheri, Armori, Bhamragad, Chamorshi, Desaiganj, Dhanora, Etapalli, Gadchiroli, Korchi, Kurkheda, Mulchera, Sironcha
GDI|Gondia|Amgaon, Arjuni Morgaon, Deori, Gondia, Goregaon, Sadak Arjuni, Salekasa, Tirora
HNG|Hingoli|Aundha Nagnath, Basmath, Hingoli, Kalamnuri, Sengaon
JLG|Jalgaon|Amalner, Bhadgaon, Bhusawal, Bodwad, Chalisgaon, Chopda, Dharangaon, Erandol, Jalgaon, Jamner, Muktainagar, Pachora, Parola, Raver, Yawal
JLN|Jalna|Ambad, Badnapur, Bhokardan, Ghansawangi, Jafrabad, Jalna, Mantha, Partur
KOP|Kolhapur|Ajara, Bavda, Bhudargad, Chandgad, Gadhinglaj, Hatkanangale, Kagal, Karvir, Panhala, Radhanagari, Shahuwadi, Shirol
LTR|Latur|Ahmadpur, Ausa, Chakur, Deoni, Jalkot, Latur, Nilanga, Renapur, Shirur Anantpal, Udgir
MUM|Mumbai City|Mumbai
MSB|Mumbai Suburban|Andheri, Borivali, Kurla
NGP|Nagpur|Bhiwapur, Hingna, Kalameshwar, Kamptee, Katol, Kuhi, Mauda, Nagpur Rural, Nagpur Urban, Narkhed, Parseoni, Ramtek, Savner, Umred
NDD|Nanded|Ardhapur, Bhokar, Biloli, Deglur, Dharmabad, Hadgaon, Himayatnagar, Kandhar, Kinwat, Loha, Mahur, Mudkhed, Mukhed, Naigaon, Nanded, Umri
NDB|Nandurbar|Akkalkuwa, Akrani, Nandurbar, Nawapur, Shahada, Taloda
NSK|Nashik|Baglan, Chandwad, Deola, Dindori, Igatpuri, Kalwan, Malegaon, Nandgaon, Nashik, Niphad, Peth, Sinnar, Surgana, Trimbakeshwar, Yeola
DRS|Dharashiv|Bhoom, Dharashiv, Kalamb, Lohara, Paranda, Tuljapur, Umarga, Washi
PLG|Palghar|Dahanu, Jawhar, Mokhada, Palghar, Talasari, Vasai, Vikramgad, Wada
PRB|Parbhani|Gangakhed, Jintur, Manwath, Palam, Parbhani, Pathri, Purna, Sailu, Sonpeth
PUN|Pune|Ambegaon, Baramati, Bhor, Daund, Haveli, Indapur, Junnar, Khed, Mawal, Mulshi, Pune City, Purandar, Shirur, Velhe
RGD|Raigad|Alibag, Karjat, Khalapur, Mahad, Mangaon, Mhasla, Murud, Panvel, Pen, Poladpur, Roha, Shrivardhan, Sudhagad, Tala, Uran
RTN|Ratnagiri|Chiplun, Dapoli, Guhagar, Khed, Lanja, Mandangad, Rajapur, Ratnagiri, Sangameshwar
SNG|Sangli|Atpadi, Jat, Kadegaon, Kavathe Mahankal, Khanapur, Miraj, Palus, Shirala, Tasgaon, Walwa
STR|Satara|Jaoli, Karad, Khandala, Khatav, Koregaon, Mahabaleshwar, Man, Patan, Phaltan, Satara, Wai
SDG|Sindhudurg|Devgad, Dodamarg, Kankavli, Kudal, Malvan, Sawantwadi, Vaibhavwadi, Vengurla
SLP|Solapur|Akkalkot, Barshi, Karmala, Madha, Malshiras, Mangalwedha, Mohol, North Solapur, Pandharpur, Sangole, South Solapur
THN|Thane|Ambarnath, Bhiwandi, Kalyan, Murbad, Shahapur, Thane, Ulhasnagar
WRD|Wardha|Arvi, Ashti, Deoli, Hinganghat, Karanja Ghadge, Samudrapur, Seloo, Wardha
WSM|Washim|Karanja, Malegaon, Mangrulpir, Manora, Risod, Washim
YTL|Yavatmal|Arni, Babhulgaon, Darwha, Digras, Ghatanji, Kalamb, Kelapur, Mahagaon, Maregaon, Ner, Pusad, Ralegaon, Umarkhed, Wani, Yavatmal, Zari Jamani`

/** Towns of Maharashtra: code and name. */
export const maharashtraCities = `
AHL|Ahilyanagar
AKO|Akola
AKT|Akot
ALB|Alibag
AMI|Amravati
BAM|Baramati
BRS|Barshi
BEE|Beed
BHN|Bhandara
BHS|Bhusawal
BUL|Buldhana
CHL|Chalisgaon
CHP|Chandrapur
CPL|Chiplun
CSM|Chhatrapati Sambhajinagar
DHA|Dharashiv
DHU|Dhule
GAD|Gadchiroli
GND|Gondia
HIN|Hingoli
HGT|Hinganghat
ICH|Ichalkaranji
JAL|Jalgaon
JAN|Jalna
KRD|Karad
KHG|Khamgaon
KOL|Kolhapur
KPG|Kopargaon
LSG|Lasalgaon
LAT|Latur
MAL|Malegaon
MIR|Miraj
BOM|Mumbai
NAG|Nagpur
NDE|Nanded
NDU|Nandurbar
NRG|Narayangaon
NAS|Nashik
NIP|Niphad
PND|Pandharpur
PAR|Parbhani
PHL|Phaltan
PMB|Pimpalgaon Baswant
PNE|Pune
RTG|Ratnagiri
SGN|Sangamner
SAN|Sangli
SAT|Satara
SHR|Shirpur
SRM|Shrirampur
SOL|Solapur
TNA|Thane
UDG|Udgir
WAR|Wardha
WRU|Warud
WAS|Washim
YAV|Yavatmal
YEO|Yeola`
