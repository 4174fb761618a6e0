// Generates companies, individuals and contacts with addresses, coordinates, telephone numbers and e-mail.
import { fold } from '../base/text/fold.ts'
import { encodeKey } from '../fields/record-key.ts'
import { type City, cities } from './data/cities.ts'
import { companyFirst, companyForms, companySecond, names } from './data/names.ts'
import { departments, positions } from './data/texts.ts'
import { currentDays, type GeneratedRecord, type GeneratorContext, refer, workingTime } from './generated-record.ts'

interface Home {
  readonly city: City
  /** The domain of e-mail and web addresses; it ends in .example, so that no mail reaches a real person. */
  readonly domain: string
  readonly company: string
}

export interface Entry extends GeneratedRecord {
  readonly daysAgo: number
  readonly home: Home
}

const slug = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

export function makeCompany(context: GeneratorContext): Entry {
  const { random, referenceData } = context
  const home = makeHome(context)
  const daysAgo = currentDays(context)
  const uid = random.pick(referenceData.users)
  const data: Record<string, unknown> = {
    Type: 'Company',
    CompanyName: home.company,
    Phone1: { Number: random.digits(home.city.phone), Description: 'Main' },
    Email1: { Address: `info@${home.domain}`, Description: 'Office' },
    Website: `https://www.${home.domain}`,
    Address: makeAddress(context, home.city),
    AccountManager: { Uid: uid },
  }
  if (random.chance(0.3)) data.Phone2 = { Number: random.digits(home.city.phone), Description: 'Fax' }
  if (random.chance(0.2)) data.Division = random.pick(['Commercial', 'Consumer', 'Public Sector', 'International'])
  return finish(context, data, { uid, daysAgo, home })
}

export function makeIndividual(context: GeneratorContext): Entry {
  const { random, referenceData } = context
  const home = makeHome(context)
  const daysAgo = currentDays(context)
  const uid = random.pick(referenceData.users)
  const person = makePerson(context, home.city)
  const domain = random.pick(['mail.example', 'post.example', 'inbox.example'])
  const data: Record<string, unknown> = {
    Type: 'Individual',
    ...person.name,
    Phone1: { Number: random.digits(home.city.phone), Description: random.pick(['Mobile', 'Home']) },
    Email1: { Address: `${person.mailbox}${random.between(1, 99)}@${domain}`, Description: 'Private' },
    Address: makeAddress(context, home.city),
    AccountManager: { Uid: uid },
  }
  if (random.chance(0.4)) data.CompanyName = home.company
  return finish(context, data, { uid, daysAgo, home })
}

export function makeContact(context: GeneratorContext, parent: Entry, boss: GeneratedRecord | undefined): Entry {
  const { random } = context
  const { home } = parent
  const daysAgo = Math.max(0, parent.daysAgo - random.between(0, 30))
  const person = makePerson(context, home.city)
  const data: Record<string, unknown> = {
    Type: 'Contact',
    ParentKey: refer(parent.id),
    ...person.name,
    Position: random.pick(positions),
    Department: random.pick(departments),
    Phone1: { Number: random.digits(home.city.phone), Extension: String(random.between(10, 999)), Description: 'Desk' },
    Email1: { Address: `${person.mailbox}@${home.domain}`, Description: 'Work' },
    AccountManager: { Uid: parent.uid },
  }
  if (random.chance(0.4)) data.Phone2 = { Number: random.digits(home.city.phone), Description: 'Mobile' }
  if (random.chance(0.3)) data.Address = parent.data.Address
  if (boss && random.chance(0.5)) data.ReportsToKey = refer(boss.id)
  return finish(context, data, { uid: parent.uid, daysAgo, home })
}

function finish(context: GeneratorContext, data: Record<string, unknown>, { uid, daysAgo, home }: EntryFacts): Entry {
  const { random, referenceData } = context
  const territory = referenceData.territories.get(home.city.region.territory)
  if (territory) data.TerritoryKey = refer(territory)
  // A few entries are restricted to a group: others may read them, or not even that.
  const group = random.chance(0.03) ? random.maybe(referenceData.groups) : undefined
  if (group !== undefined) {
    const keys = [encodeKey('SecurityGroup', group)]
    data.SecAccess = random.chance(0.3) ? { Read: keys, Write: keys } : { Write: keys }
  }
  return { entity: 'AbEntry', id: context.newId(), at: workingTime(context, daysAgo), uid, data, daysAgo, home }
}

interface EntryFacts {
  readonly uid: string
  readonly daysAgo: number
  readonly home: Home
}

function makeHome({ random }: GeneratorContext): Home {
  const city = random.skewed(cities)
  const { people } = city.region
  const family = random.pick(names[people].last)
  const form = random.pick(companyForms[people])
  const trade = random.pick(companySecond)
  const stem = random.chance(0.4) ? `${family} ${trade}` : `${random.pick(companyFirst)} ${trade}`
  return { city, company: `${stem} ${form}`, domain: `${slug(stem)}-${slug(city.name)}.example` }
}

export function makePerson({ random }: GeneratorContext, city: City) {
  const { women, men, last } = names[city.region.people]
  const woman = random.chance(0.5)
  const given = woman ? women : men
  const first = random.pick(given)
  const family = random.pick(last)
  const doctor = random.chance(0.05)
  const name: Record<string, string> = {
    MrMs: doctor ? 'Dr.' : woman ? 'Ms.' : 'Mr.',
    FirstName: first,
    LastName: family,
  }
  const second = random.chance(0.1) ? random.pick(given) : first
  if (second !== first) name.MiddleName = second
  if (random.chance(0.5)) name.Salutation = `Dear ${doctor ? 'Dr.' : woman ? 'Ms.' : 'Mr.'} ${family}`
  return { name, mailbox: `${slug(first)}.${slug(family)}` }
}

export function makeAddress({ random }: GeneratorContext, city: City): Record<string, unknown> {
  const { region } = city
  const address: Record<string, unknown> = {
    AddressLine1: region.line(random.between(1, 240), random.pick(region.streets)),
    City: city.name,
    ZipCode: random.digits(city.zip),
    Country: region.country,
    Location: { Longitude: near(random.next(), city.longitude), Latitude: near(random.next(), city.latitude) },
  }
  if (city.state !== null) address.StateProvince = city.state
  if (random.chance(0.15)) address.AddressLine2 = `Floor ${random.between(1, 20)}`
  return address
}

/** Moves a coordinate by up to ten kilometres, rounded to about a metre. */
const near = (chance: number, at: number): number => Math.round((at + (chance - 0.5) * 0.2) * 1e5) / 1e5
