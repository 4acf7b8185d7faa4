import { filled, readTable } from './table.ts'

/** ISO 3166-1: alpha-2, alpha-3, English short name, and postal code format (9: a digit, A: a letter). */
const list = `
AD|AND|Andorra|AD999
AE|ARE|United Arab Emirates|None
AF|AFG|Afghanistan|9999
AG|ATG|Antigua and Barbuda|None
AI|AIA|Anguilla|AI-9999
AL|ALB|Albania|9999
AM|ARM|Armenia|9999
AO|AGO|Angola|None
AQ|ATA|Antarctica|None
AR|ARG|Argentina|A9999AAA
AS|ASM|American Samoa|99999
AT|AUT|Austria|9999
AU|AUS|Australia|9999
AW|ABW|Aruba|None
AX|ALA|Åland Islands|99999
AZ|AZE|Azerbaijan|AZ 9999
BA|BIH|Bosnia and Herzegovina|99999
BB|BRB|Barbados|BB99999
BD|BGD|Bangladesh|9999
BE|BEL|Belgium|9999
BF|BFA|Burkina Faso|None
BG|BGR|Bulgaria|9999
BH|BHR|Bahrain|999 or 9999
BI|BDI|Burundi|None
BJ|BEN|Benin|None
BL|BLM|Saint Barthélemy|99999
BM|BMU|Bermuda|AA 99
BN|BRN|Brunei Darussalam|AA9999
BO|BOL|Bolivia (Plurinational State of)|None
BQ|BES|Bonaire, Sint Eustatius and Saba|None
BR|BRA|Brazil|99999-999
BS|BHS|Bahamas|None
BT|BTN|Bhutan|99999
BV|BVT|Bouvet Island|None
BW|BWA|Botswana|None
BY|BLR|Belarus|999999
BZ|BLZ|Belize|None
CA|CAN|Canada|A9A 9A9
CC|CCK|Cocos (Keeling) Islands|9999
CD|COD|Congo (Democratic Republic of the)|None
CF|CAF|Central African Republic|None
CG|COG|Congo|None
CH|CHE|Switzerland|9999
CI|CIV|Côte d'Ivoire|None
CK|COK|Cook Islands|None
CL|CHL|Chile|9999999
CM|CMR|Cameroon|None
CN|CHN|China|999999
CO|COL|Colombia|999999
CR|CRI|Costa Rica|99999
CU|CUB|Cuba|99999
CV|CPV|Cabo Verde|9999
CW|CUW|Curaçao|None
CX|CXR|Christmas Island|9999
CY|CYP|Cyprus|9999
CZ|CZE|Czechia|999 99
DE|DEU|Germany|99999
DJ|DJI|Djibouti|None
DK|DNK|Denmark|9999
DM|DMA|Dominica|None
DO|DOM|Dominican Republic|99999
DZ|DZA|Algeria|99999
EC|ECU|Ecuador|999999
EE|EST|Estonia|99999
EG|EGY|Egypt|99999
EH|ESH|Western Sahara|None
ER|ERI|Eritrea|None
ES|ESP|Spain|99999
ET|ETH|Ethiopia|9999
FI|FIN|Finland|99999
FJ|FJI|Fiji|None
FK|FLK|Falkland Islands (Malvinas)|AAAA 9AA
FM|FSM|Micronesia (Federated States of)|99999
FO|FRO|Faroe Islands|999
FR|FRA|France|99999
GA|GAB|Gabon|None
GB|GBR|United Kingdom of Great Britain and Northern Ireland|AA9 9AA
GD|GRD|Grenada|None
GE|GEO|Georgia|9999
GF|GUF|French Guiana|99999
GG|GGY|Guernsey|GY9 9AA
GH|GHA|Ghana|None
GI|GIB|Gibraltar|GX11 1AA
GL|GRL|Greenland|9999
GM|GMB|Gambia|None
GN|GIN|Guinea|999
GP|GLP|Guadeloupe|99999
GQ|GNQ|Equatorial Guinea|None
GR|GRC|Greece|999 99
GS|SGS|South Georgia and the South Sandwich Islands|AAAA 9AA
GT|GTM|Guatemala|99999
GU|GUM|Guam|99999
GW|GNB|Guinea-Bissau|9999
GY|GUY|Guyana|None
HK|HKG|Hong Kong|None
HM|HMD|Heard Island and McDonald Islands|9999
HN|HND|Honduras|99999
HR|HRV|Croatia|99999
HT|HTI|Haiti|9999
HU|HUN|Hungary|9999
ID|IDN|Indonesia|99999
IE|IRL|Ireland|A99 AAAA
IL|ISR|Israel|9999999
IM|IMN|Isle of Man|IM9 9AA
IN|IND|India|999999
IO|IOT|British Indian Ocean Territory|AAAA 9AA
IQ|IRQ|Iraq|99999
IR|IRN|Iran (Islamic Republic of)|99999-99999
IS|ISL|Iceland|999
IT|ITA|Italy|99999
JE|JEY|Jersey|JE9 9AA
JM|JAM|Jamaica|None
JO|JOR|Jordan|99999
JP|JPN|Japan|999-9999
KE|KEN|Kenya|99999
KG|KGZ|Kyrgyzstan|999999
KH|KHM|Cambodia|999999
KI|KIR|Kiribati|None
KM|COM|Comoros|None
KN|KNA|Saint Kitts and Nevis|None
KP|PRK|Korea (Democratic People's Republic of)|None
KR|KOR|Korea (Republic of)|99999
KW|KWT|Kuwait|99999
KY|CYM|Cayman Islands|KY9-9999
KZ|KAZ|Kazakhstan|999999
LA|LAO|Lao People's Democratic Republic|99999
LB|LBN|Lebanon|9999 9999
LC|LCA|Saint Lucia|LC99 999
LI|LIE|Liechtenstein|9999
LK|LKA|Sri Lanka|99999
LR|LBR|Liberia|9999
LS|LSO|Lesotho|999
LT|LTU|Lithuania|LT-99999
LU|LUX|Luxembourg|L-9999
LV|LVA|Latvia|LV-9999
LY|LBY|Libya|None
MA|MAR|Morocco|99999
MC|MCO|Monaco|99999
MD|MDA|Moldova (Republic of)|MD-9999
ME|MNE|Montenegro|99999
MF|MAF|Saint Martin (French part)|99999
MG|MDG|Madagascar|999
MH|MHL|Marshall Islands|99999
MK|MKD|North Macedonia|9999
ML|MLI|Mali|None
MM|MMR|Myanmar|99999
MN|MNG|Mongolia|99999
MO|MAC|Macao|None
MP|MNP|Northern Mariana Islands|99999
MQ|MTQ|Martinique|99999
MR|MRT|Mauritania|None
MS|MSR|Montserrat|None
MT|MLT|Malta|AAA 9999
MU|MUS|Mauritius|99999
MV|MDV|Maldives|99999
MW|MWI|Malawi|None
MX|MEX|Mexico|99999
MY|MYS|Malaysia|99999
MZ|MOZ|Mozambique|9999
NA|NAM|Namibia|99999
NC|NCL|New Caledonia|99999
NE|NER|Niger|9999
NF|NFK|Norfolk Island|9999
NG|NGA|Nigeria|999999
NI|NIC|Nicaragua|99999
NL|NLD|Netherlands (Kingdom of the)|9999 AA
NO|NOR|Norway|9999
NP|NPL|Nepal|99999
NR|NRU|Nauru|None
NU|NIU|Niue|None
NZ|NZL|New Zealand|9999
OM|OMN|Oman|999
PA|PAN|Panama|None
PE|PER|Peru|99999
PF|PYF|French Polynesia|99999
PG|PNG|Papua New Guinea|999
PH|PHL|Philippines|9999
PK|PAK|Pakistan|99999
PL|POL|Poland|99-999
PM|SPM|Saint Pierre and Miquelon|99999
PN|PCN|Pitcairn|AAAA 9AA
PR|PRI|Puerto Rico|99999
PS|PSE|Palestine, State of|None
PT|PRT|Portugal|9999-999
PW|PLW|Palau|99999
PY|PRY|Paraguay|9999
QA|QAT|Qatar|None
RE|REU|Réunion|99999
RO|ROU|Romania|999999
RS|SRB|Serbia|99999
RU|RUS|Russian Federation|999999
RW|RWA|Rwanda|None
SA|SAU|Saudi Arabia|99999
SB|SLB|Solomon Islands|None
SC|SYC|Seychelles|None
SD|SDN|Sudan|99999
SE|SWE|Sweden|999 99
SG|SGP|Singapore|999999
SH|SHN|Saint Helena, Ascension and Tristan da Cunha|AAAA 9AA
SI|SVN|Slovenia|9999
SJ|SJM|Svalbard and Jan Mayen|9999
SK|SVK|Slovakia|999 99
SL|SLE|Sierra Leone|None
SM|SMR|San Marino|99999
SN|SEN|Senegal|99999
SO|SOM|Somalia|AA 99999
SR|SUR|Suriname|None
SS|SSD|South Sudan|None
ST|STP|Sao Tome and Principe|None
SV|SLV|El Salvador|9999
SX|SXM|Sint Maarten (Dutch part)|None
SY|SYR|Syrian Arab Republic|None
SZ|SWZ|Eswatini|A999
TC|TCA|Turks and Caicos Islands|AAAA 9AA
TD|TCD|Chad|None
TF|ATF|French Southern Territories|None
TG|TGO|Togo|None
TH|THA|Thailand|99999
TJ|TJK|Tajikistan|999999
TK|TKL|Tokelau|None
TL|TLS|Timor-Leste|None
TM|TKM|Turkmenistan|999999
TN|TUN|Tunisia|9999
TO|TON|Tonga|None
TR|TUR|Türkiye|99999
TT|TTO|Trinidad and Tobago|999999
TV|TUV|Tuvalu|None
TW|TWN|Taiwan, Province of China|999999
TZ|TZA|Tanzania, United Republic of|99999
UA|UKR|Ukraine|99999
UG|UGA|Uganda|None
UM|UMI|United States Minor Outlying Islands|99999
US|USA|United States of America|99999
UY|URY|Uruguay|99999
UZ|UZB|Uzbekistan|999999
VA|VAT|Holy See|99999
VC|VCT|Saint Vincent and the Grenadines|VC9999
VE|VEN|Venezuela (Bolivarian Republic of)|9999
VG|VGB|Virgin Islands (British)|VG9999
VI|VIR|Virgin Islands (U.S.)|99999
VN|VNM|Viet Nam|99999
VU|VUT|Vanuatu|None
WF|WLF|Wallis and Futuna|99999
WS|WSM|Samoa|None
YE|YEM|Yemen|None
YT|MYT|Mayotte|99999
ZA|ZAF|South Africa|9999
ZM|ZMB|Zambia|99999
ZW|ZWE|Zimbabwe|None`

const european = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
)

// The common name: "Hong Kong", "UK". The Node version is pinned, so these names do not change.
const shortNames = new Intl.DisplayNames('en', { type: 'region', style: 'short' })

export const countries = readTable(['alpha2', 'alpha3', 'name', 'postal'], list).map((country) => {
  const code = filled(country.alpha2)
  return {
    Country_Code: code,
    Country_Name: country.name,
    Postal_Code: country.postal,
    Iso_Code: code,
    Iso_Code_3char: country.alpha3,
    Eu_Country: european.has(code) ? 'Yes' : 'No',
    Country_Shortname: shortNames.of(code),
  }
})
