/** Districts of Gujarat: code, name, talukas. */
export const gujarat = `
AHM|Ahmedabad|Ahmedabad City, Bavla, Daskroi, Detroj-Rampura, Dhandhuka, Dholera, Dholka, Mandal, Sanand, Viramgam
AMR|Amreli|Amreli, Babra, Bagasara, Dhari, Jafrabad, Khambha, Kunkavav-Vadia, Lathi, Lilia, Rajula, Savarkundla
AND|Anand|Anand, Anklav, Borsad, Khambhat, Petlad, Sojitra, Tarapur, Umreth
ARV|Aravalli|Bayad, Bhiloda, Dhansura, Malpur, Meghraj, Modasa
BNK|Banaskantha|Amirgadh, Bhabhar, Danta, Dantiwada, Deesa, Deodar, Dhanera, Kankrej, Lakhani, Palanpur, Suigam, Tharad, Vadgam, Vav
BRC|Bharuch|Amod, Ankleshwar, Bharuch, Hansot, Jambusar, Jhagadia, Netrang, Vagra, Valia
BVN|Bhavnagar|Bhavnagar, Gariadhar, Ghogha, Jesar, Mahuva, Palitana, Sihor, Talaja, Umrala, Vallabhipur
BTD|Botad|Barwala, Botad, Gadhada, Ranpur
CHU|Chhota Udaipur|Bodeli, Chhota Udaipur, Jetpur Pavi, Kavant, Nasvadi, Sankheda
DHD|Dahod|Dahod, Devgadh Baria, Dhanpur, Fatepura, Garbada, Limkheda, Sanjeli, Singvad, Zalod
DNG|Dang|Ahwa, Subir, Waghai
DWK|Devbhumi Dwarka|Bhanvad, Kalyanpur, Khambhalia, Okhamandal
GNR|Gandhinagar|Dehgam, Gandhinagar, Kalol, Mansa
GSM|Gir Somnath|Gir Gadhada, Kodinar, Sutrapada, Talala, Una, Veraval
JAM|Jamnagar|Dhrol, Jamjodhpur, Jamnagar, Jodiya, Kalavad, Lalpur
JND|Junagadh|Bhesan, Junagadh, Keshod, Malia Hatina, Manavadar, Mangrol, Mendarda, Vanthali, Visavadar
KUT|Kutch|Abdasa, Anjar, Bhachau, Bhuj, Gandhidham, Lakhpat, Mandvi, Mundra, Nakhatrana, Rapar
KHD|Kheda|Galteshwar, Kapadvanj, Kathlal, Kheda, Mahudha, Matar, Mehmedabad, Nadiad, Thasra, Vaso
MSG|Mahisagar|Balasinor, Kadana, Khanpur, Lunawada, Santrampur, Virpur
MEH|Mehsana|Becharaji, Jotana, Kadi, Kheralu, Mehsana, Satlasana, Unjha, Vadnagar, Vijapur, Visnagar, Gozaria
MRB|Morbi|Halvad, Maliya, Morbi, Tankara, Wankaner
NRM|Narmada|Dediapada, Garudeshwar, Nandod, Sagbara, Tilakwada
NVS|Navsari|Chikhli, Gandevi, Jalalpore, Khergam, Navsari, Vansda
PML|Panchmahal|Ghoghamba, Godhra, Halol, Jambughoda, Kalol, Morva Hadaf, Shehera
PTN|Patan|Chanasma, Harij, Patan, Radhanpur, Sami, Sankheshwar, Santalpur, Sarasvati, Sidhpur
PBR|Porbandar|Kutiyana, Porbandar, Ranavav
RJK|Rajkot|Dhoraji, Gondal, Jamkandorna, Jasdan, Jetpur, Kotda Sangani, Lodhika, Paddhari, Rajkot, Upleta, Vinchhiya
SBK|Sabarkantha|Himatnagar, Idar, Khedbrahma, Poshina, Prantij, Talod, Vadali, Vijaynagar
SRT|Surat|Bardoli, Choryasi, Kamrej, Mahuva, Mandvi, Mangrol, Olpad, Palsana, Surat City, Umarpada
SRN|Surendranagar|Chotila, Chuda, Dasada, Dhrangadhra, Lakhtar, Limbdi, Muli, Sayla, Thangadh, Wadhwan
TPI|Tapi|Dolvan, Kukarmunda, Nizar, Songadh, Uchchhal, Valod, Vyara
VDR|Vadodara|Dabhoi, Desar, Karjan, Padra, Savli, Sinor, Vadodara, Waghodia
VLS|Valsad|Dharampur, Kaprada, Pardi, Umbergaon, Valsad, Vapi`

/** Towns of Gujarat: code and name. */
export const gujaratCities = `
AMD|Ahmedabad
AML|Amreli
ANA|Anand
ANK|Ankleshwar
BRD|Bardoli
BHR|Bharuch
BHV|Bhavnagar
BHU|Bhuj
BOT|Botad
BOR|Borsad
CHK|Chikhli
DAB|Dabhoi
DAH|Dahod
DEE|Deesa
DHO|Dholka
DHJ|Dhoraji
DHR|Dhrangadhra
GDH|Gandhidham
GAN|Gandhinagar
GOD|Godhra
GON|Gondal
HAL|Halvad
HMT|Himatnagar
IDR|Idar
JMN|Jamnagar
JET|Jetpur
JUN|Junagadh
KAD|Kadi
KES|Keshod
KHB|Khambhalia
KHM|Khambhat
LUN|Lunawada
MHV|Mahuva
MSN|Mehsana
MOD|Modasa
MOR|Morbi
NAD|Nadiad
NAV|Navsari
PAD|Padra
PAL|Palanpur
PAT|Patan
PET|Petlad
POR|Porbandar
RAD|Radhanpur
RAJ|Rajkot
RJP|Rajpipla
SAV|Savarkundla
SID|Sidhpur
SUR|Surat
SND|Surendranagar
THR|Tharad
UNA|Una
UNJ|Unjha
UPL|Upleta
VAD|Vadodara
VAL|Valsad
VAP|Vapi
VER|Veraval
VIJ|Vijapur
VIR|Viramgam
VIS|Visnagar
VYA|Vyara`
