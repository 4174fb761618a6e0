// Lists real cities with coordinates, telephone formats and street formats, for generated addresses.

export interface City {
  readonly name: string
  readonly state: string | null
  readonly region: Region
  readonly longitude: number
  readonly latitude: number
  /** Telephone number formats; # is any digit. */
  readonly phone: string
  readonly zip: string
}

export interface Region {
  readonly country: string
  readonly currency: string
  readonly territory: string
  readonly people: 'english' | 'french' | 'german' | 'spanish' | 'nordic' | 'polish' | 'japanese'
  /** Formats a street address from a number and a street name. */
  readonly line: (number: number, street: string) => string
  readonly streets: readonly string[]
}

const numberFirst = (number: number, street: string): string => `${number} ${street}`
const numberLast = (number: number, street: string): string => `${street} ${number}`

const englishStreets = [
  'Main Street',
  'Oak Avenue',
  'King Street',
  'Harbour Road',
  'Mill Lane',
  'Church Street',
  'Park Avenue',
  'Station Road',
  'Maple Drive',
  'Queen Street',
  'Victoria Road',
  'Cedar Lane',
]
const germanStreets = [
  'Hauptstraße',
  'Bahnhofstraße',
  'Gartenweg',
  'Lindenallee',
  'Schillerplatz',
  'Mühlgasse',
  'Am Markt',
]
const frenchStreets = [
  'rue de la République',
  'avenue Victor Hugo',
  'rue des Écoles',
  'boulevard Saint-Michel',
  'place du Marché',
]
const spanishStreets = [
  'Calle Mayor',
  'Avenida de la Constitución',
  'Calle del Río',
  'Paseo de Gracia',
  'Plaza de España',
]
const nordicStreets = ['Storgatan', 'Kungsgatan', 'Havnegade', 'Skolegata', 'Björkvägen', 'Torggatan']
const polishStreets = ['ul. Długa', 'ul. Piękna', 'al. Jana Pawła II', 'ul. Mickiewicza', 'ul. Słoneczna']
const japaneseStreets = ['Chuo', 'Minami', 'Sakura-dori', 'Ginza', 'Midori-cho']

const english = { people: 'english', line: numberFirst, streets: englishStreets } as const
const german = { people: 'german', line: numberLast, streets: germanStreets } as const
const french = { people: 'french', line: numberFirst, streets: frenchStreets } as const
const spanish = { people: 'spanish', line: numberLast, streets: spanishStreets } as const
const nordic = { people: 'nordic', line: numberLast, streets: nordicStreets } as const

const america = 'North America'
const europe = 'Europe'
const usa: Region = { country: 'United States', currency: 'USD', territory: america, ...english }
const canada: Region = { country: 'Canada', currency: 'CAD', territory: america, ...english }
const quebec: Region = { country: 'Canada', currency: 'CAD', territory: america, ...french }
const mexico: Region = { country: 'Mexico', currency: 'MXN', territory: america, ...spanish }
const britain: Region = { country: 'United Kingdom', currency: 'GBP', territory: europe, ...english }
const ireland: Region = { country: 'Ireland', currency: 'EUR', territory: europe, ...english }
const germany: Region = { country: 'Germany', currency: 'EUR', territory: europe, ...german }
const austria: Region = { country: 'Austria', currency: 'EUR', territory: europe, ...german }
const switzerland: Region = { country: 'Switzerland', currency: 'CHF', territory: europe, ...german }
const france: Region = { country: 'France', currency: 'EUR', territory: europe, ...french }
const belgium: Region = { country: 'Belgium', currency: 'EUR', territory: europe, ...french }
const spain: Region = { country: 'Spain', currency: 'EUR', territory: europe, ...spanish }
const sweden: Region = { country: 'Sweden', currency: 'SEK', territory: europe, ...nordic }
const denmark: Region = { country: 'Denmark', currency: 'DKK', territory: europe, ...nordic }
const norway: Region = { country: 'Norway', currency: 'NOK', territory: europe, ...nordic }
const poland: Region = {
  country: 'Poland',
  currency: 'PLN',
  territory: europe,
  people: 'polish',
  line: numberLast,
  streets: polishStreets,
}
const japan: Region = {
  country: 'Japan',
  currency: 'JPY',
  territory: 'Asia and Pacific',
  people: 'japanese',
  line: numberLast,
  streets: japaneseStreets,
}
const australia: Region = { country: 'Australia', currency: 'AUD', territory: 'Asia and Pacific', ...english }

const city = (
  region: Region,
  name: string,
  state: string | null,
  longitude: number,
  latitude: number,
  phone: string,
  zip: string,
): City => ({ name, state, region, longitude, latitude, phone, zip })

/** The largest markets come first, since the first items are drawn most often. */
export const cities: readonly City[] = [
  city(usa, 'New York', 'NY', -73.9857, 40.7484, '+1 212 555 ####', '100##'),
  city(usa, 'Chicago', 'IL', -87.6298, 41.8781, '+1 312 555 ####', '606##'),
  city(canada, 'Toronto', 'ON', -79.3832, 43.6532, '+1 416 555 ####', 'M5V #A#'),
  city(britain, 'London', null, -0.1276, 51.5072, '+44 20 7946 ####', 'EC#A #BB'),
  city(usa, 'San Francisco', 'CA', -122.4194, 37.7749, '+1 415 555 ####', '941##'),
  city(germany, 'Berlin', null, 13.405, 52.52, '+49 30 23125 ###', '10###'),
  city(usa, 'Boston', 'MA', -71.0589, 42.3601, '+1 617 555 ####', '021##'),
  city(france, 'Paris', null, 2.3522, 48.8566, '+33 1 99 00 ## ##', '750##'),
  city(canada, 'Ottawa', 'ON', -75.6972, 45.4215, '+1 613 555 ####', 'K1P #A#'),
  city(usa, 'Seattle', 'WA', -122.3321, 47.6062, '+1 206 555 ####', '981##'),
  city(quebec, 'Montréal', 'QC', -73.5673, 45.5017, '+1 514 555 ####', 'H2Y #A#'),
  city(usa, 'Austin', 'TX', -97.7431, 30.2672, '+1 512 555 ####', '787##'),
  city(germany, 'München', 'Bayern', 11.582, 48.1351, '+49 89 99998 ###', '80###'),
  city(britain, 'Manchester', null, -2.2426, 53.4808, '+44 161 496 ####', 'M# #AB'),
  city(usa, 'Denver', 'CO', -104.9903, 39.7392, '+1 303 555 ####', '802##'),
  city(canada, 'Vancouver', 'BC', -123.1207, 49.2827, '+1 604 555 ####', 'V6B #A#'),
  city(usa, 'Los Angeles', 'CA', -118.2437, 34.0522, '+1 213 555 ####', '900##'),
  city(spain, 'Madrid', null, -3.7038, 40.4168, '+34 91 000 ## ##', '280##'),
  city(germany, 'Hamburg', null, 9.9937, 53.5511, '+49 40 66969 ###', '20###'),
  city(usa, 'Atlanta', 'GA', -84.388, 33.749, '+1 404 555 ####', '303##'),
  city(switzerland, 'Zürich', null, 8.5417, 47.3769, '+41 44 555 ## ##', '80##'),
  city(france, 'Lyon', null, 4.8357, 45.764, '+33 4 65 71 ## ##', '690##'),
  city(australia, 'Sydney', 'NSW', 151.2093, -33.8688, '+61 2 5550 ####', '20##'),
  city(usa, 'Minneapolis', 'MN', -93.265, 44.9778, '+1 612 555 ####', '554##'),
  city(canada, 'Calgary', 'AB', -114.0719, 51.0447, '+1 403 555 ####', 'T2P #A#'),
  city(britain, 'Edinburgh', 'Scotland', -3.1883, 55.9533, '+44 131 496 ####', 'EH# #AB'),
  city(spain, 'Barcelona', 'Cataluña', 2.1734, 41.3851, '+34 93 000 ## ##', '080##'),
  city(sweden, 'Stockholm', null, 18.0686, 59.3293, '+46 8 465 0## ##', '111 ##'),
  city(ireland, 'Dublin', null, -6.2603, 53.3498, '+353 20 91# ####', 'D0# A###'),
  city(usa, 'Miami', 'FL', -80.1918, 25.7617, '+1 305 555 ####', '331##'),
  city(austria, 'Wien', null, 16.3738, 48.2082, '+43 1 234 5###', '10##'),
  city(germany, 'Köln', 'Nordrhein-Westfalen', 6.9603, 50.9375, '+49 221 4710 ###', '50###'),
  city(japan, 'Tokyo', null, 139.6917, 35.6895, '+81 3 5555 ####', '100-####'),
  city(denmark, 'København', null, 12.5683, 55.6761, '+45 32 55 ## ##', '1###'),
  city(usa, 'Portland', 'OR', -122.6784, 45.5152, '+1 503 555 ####', '972##'),
  city(belgium, 'Bruxelles', null, 4.3517, 50.8503, '+32 2 555 ## ##', '10##'),
  city(mexico, 'Ciudad de México', 'CDMX', -99.1332, 19.4326, '+52 55 5550 ####', '06###'),
  city(poland, 'Warszawa', null, 21.0122, 52.2297, '+48 22 555 ## ##', '00-###'),
  city(australia, 'Melbourne', 'VIC', 144.9631, -37.8136, '+61 3 5550 ####', '30##'),
  city(norway, 'Oslo', null, 10.7522, 59.9139, '+47 22 55 ## ##', '01##'),
  city(britain, 'Bristol', null, -2.5879, 51.4545, '+44 117 496 ####', 'BS# #AB'),
  city(france, 'Marseille', null, 5.3698, 43.2965, '+33 4 65 72 ## ##', '130##'),
  city(quebec, 'Québec', 'QC', -71.2082, 46.8139, '+1 418 555 ####', 'G1R #A#'),
  city(germany, 'Leipzig', 'Sachsen', 12.3731, 51.3397, '+49 341 5550 ###', '04###'),
  city(spain, 'Sevilla', 'Andalucía', -5.9845, 37.3891, '+34 95 000 ## ##', '410##'),
  city(sweden, 'Göteborg', null, 11.9746, 57.7089, '+46 31 390 0## ##', '411 ##'),
  city(poland, 'Kraków', null, 19.945, 50.0647, '+48 12 555 ## ##', '30-###'),
  city(japan, 'Osaka', null, 135.5023, 34.6937, '+81 6 5555 ####', '530-####'),
]
