// Made-up leads and opportunities: the likelier the further they have come, in several currencies.
import { isoDateTime } from '../fields/moment.ts'
import { cities } from './data/cities.ts'
import { nextActions, objectives, remarks } from './data/texts.ts'
import {
  currentDays,
  day,
  daysAfter,
  type GeneratedRecord,
  type Making,
  refer,
  workingTime,
} from './generated-record.ts'
import { type Entry, makeAddress, makePerson } from './make-entry.ts'

const open = 2
const won = 3
/** New, In Progress, Won, Lost, Abandoned, Suspended, as often as they are met. */
const statuses = [open, open, open, open, won, won, won, 4, 4, 0, 5, 6]

export function makeOpportunity(making: Making, company: Entry, contact: GeneratedRecord | undefined): GeneratedRecord {
  const { random } = making
  const at = Math.max(company.at, workingTime(making, daysAfter(making, company.daysAgo)))
  const status = random.pick(statuses)
  const closed = status >= won && status <= 5
  const forecast = random.between(4, 400) * 250
  const data: Record<string, unknown> = {
    AbEntryKey: refer(company.id),
    Objective: random.pick(objectives),
    Status: status,
    Leader: { Uid: company.uid },
    StartDate: isoDateTime(at),
    CloseDate: isoDateTime(at + random.between(20, 200) * day),
    Cost: Math.round(forecast * random.next() * 40) / 100,
    ...makeAmounts(making, company, forecast, status === won),
    ...makePosition(making, closed),
    ...makeItems(making, closed),
  }
  if (random.chance(0.5)) data.Description = random.pick(remarks)
  if (!closed && random.chance(0.6)) data.NextAction = random.pick(nextActions)
  if (contact) data.ContactKey = refer(contact.id)
  return { entity: 'Opportunity', id: making.newId(), at, uid: company.uid, data }
}

/** In the currency of the place when there is a rate for it, else in the corporate one. */
function makeAmounts({ random, ground }: Making, { home }: Entry, forecast: number, isWon: boolean) {
  const { currency } = home.city.region
  const code = ground.currencies.includes(currency) ? currency : ground.corporateCurrency
  const amount = (value: number) => (code === ground.corporateCurrency ? value : { Value: value, CurrencyCode: code })
  const actual = isWon ? { ActualRevenue: amount(Math.round(forecast * (0.8 + random.next() * 0.4))) } : {}
  return { ForecastRevenue: amount(forecast), ...actual }
}

function makePosition({ random, ground }: Making, closed: boolean) {
  const process = random.chance(0.95) ? random.maybe(ground.processes) : undefined
  if (!process) return {}
  const stage = closed ? (process.stages.at(-1) ?? '') : random.skewed(process.stages)
  return { SalesProcessSetupKey: refer(process.id), SalesStageSetupKey: refer(stage) }
}

function makeItems({ random, ground }: Making, closed: boolean) {
  const data: Record<string, unknown> = {}
  const product = random.maybe(ground.items('Product'))
  const category = random.maybe(product === undefined ? ground.items('Category') : ground.categoriesOf(product))
  const rating = random.maybe(ground.items('Opportunity.Rating'))
  const type = random.maybe(ground.items('Opportunity.RevenueType'))
  if (product !== undefined) data.Product = [product]
  if (category !== undefined) data.Category = [category]
  if (rating !== undefined) data.Rating = [rating]
  if (type !== undefined) data.RevenueType = type
  const reason = closed ? random.maybe(ground.items('Opportunity.Reason')) : undefined
  if (reason !== undefined) data.Reason = [reason]
  return data
}

export function makeLead(making: Making, opportunity: GeneratedRecord | undefined): GeneratedRecord {
  const { random, ground } = making
  const city = random.skewed(cities)
  const person = makePerson(making, city)
  const uid = random.pick(ground.users)
  const data: Record<string, unknown> = {
    ...person.name,
    Email: `${person.mailbox}@prospect.example`,
    Phone1: { Number: random.digits(city.phone) },
    Address: makeAddress(making, city),
    AssignedTo: { Uid: uid },
  }
  for (const name of ['Status', 'Source', 'Industry']) {
    const item = random.maybe(ground.items(`Lead.${name}`))
    if (item !== undefined) data[name] = item
  }
  if (opportunity) data.OpportunityKey = refer(opportunity.id)
  return { entity: 'Lead', id: making.newId(), at: workingTime(making, currentDays(making)), uid, data }
}
