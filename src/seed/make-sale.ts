// Generates leads and opportunities in several currencies; the probability rises with the stage.
import { isoDateTime } from '../fields/moment.ts'
import { cities } from './data/cities.ts'
import { nextActions, objectives, remarks } from './data/texts.ts'
import {
  currentDays,
  day,
  daysAfter,
  type GeneratedRecord,
  type GeneratorContext,
  recentDays,
  refer,
  workingTime,
} from './generated-record.ts'
import { type Entry, makeAddress, makePerson } from './make-entry.ts'

const open = 2
const won = 3
/** New, In Progress, Won, Lost, Abandoned and Suspended, in realistic proportions. */
const statuses = [open, open, open, open, won, won, won, 4, 4, 0, 5, 6]

export function makeOpportunity(
  context: GeneratorContext,
  company: Entry,
  contact: GeneratedRecord | undefined,
): GeneratedRecord {
  const { random } = context
  const status = random.pick(statuses)
  const closed = status >= won && status <= 5
  const daysAgo = closed ? daysAfter(context, company.daysAgo) : recentDays(context, company.daysAgo)
  const at = Math.max(company.at, workingTime(context, daysAgo))
  const forecast = random.between(4, 400) * 250
  const data: Record<string, unknown> = {
    AbEntryKey: refer(company.id),
    Objective: random.pick(objectives),
    Status: status,
    Leader: { Uid: company.uid },
    StartDate: isoDateTime(at),
    CloseDate: isoDateTime(at + random.between(20, 200) * day),
    Cost: Math.round(forecast * random.next() * 40) / 100,
    ...makeAmounts(context, company, forecast, status === won),
    ...makePosition(context, closed),
    ...makeItems(context, closed),
  }
  if (random.chance(0.5)) data.Description = random.pick(remarks)
  if (!closed && random.chance(0.6)) data.NextAction = random.pick(nextActions)
  if (contact) data.ContactKey = refer(contact.id)
  return { entity: 'Opportunity', id: context.newId(), at, uid: company.uid, data }
}

/** Amounts in the currency of the place when it has a rate, else in the corporate currency. */
function makeAmounts({ random, referenceData }: GeneratorContext, { home }: Entry, forecast: number, isWon: boolean) {
  const { currency } = home.city.region
  const code = referenceData.currencies.includes(currency) ? currency : referenceData.corporateCurrency
  const amount = (value: number) =>
    code === referenceData.corporateCurrency ? value : { Value: value, CurrencyCode: code }
  const actual = isWon ? { ActualRevenue: amount(Math.round(forecast * (0.8 + random.next() * 0.4))) } : {}
  return { ForecastRevenue: amount(forecast), ...actual }
}

function makePosition({ random, referenceData }: GeneratorContext, closed: boolean) {
  const process = random.chance(0.95) ? random.maybe(referenceData.processes) : undefined
  if (!process) return {}
  const stage = closed ? (process.stages.at(-1) ?? '') : random.skewed(process.stages)
  return { SalesProcessSetupKey: refer(process.id), SalesStageSetupKey: refer(stage) }
}

function makeItems({ random, referenceData }: GeneratorContext, closed: boolean) {
  const data: Record<string, unknown> = {}
  const product = random.maybe(referenceData.items('Product'))
  const category = random.maybe(
    product === undefined ? referenceData.items('Category') : referenceData.categoriesOf(product),
  )
  const rating = random.maybe(referenceData.items('Opportunity.Rating'))
  const type = random.maybe(referenceData.items('Opportunity.RevenueType'))
  if (product !== undefined) data.Product = [product]
  if (category !== undefined) data.Category = [category]
  if (rating !== undefined) data.Rating = [rating]
  if (type !== undefined) data.RevenueType = type
  const reason = closed ? random.maybe(referenceData.items('Opportunity.Reason')) : undefined
  if (reason !== undefined) data.Reason = [reason]
  return data
}

export function makeLead(context: GeneratorContext, opportunity: GeneratedRecord | undefined): GeneratedRecord {
  const { random, referenceData } = context
  const city = random.skewed(cities)
  const person = makePerson(context, city)
  const uid = random.pick(referenceData.users)
  const data: Record<string, unknown> = {
    ...person.name,
    Email: `${person.mailbox}@prospect.example`,
    Phone1: { Number: random.digits(city.phone) },
    Address: makeAddress(context, city),
    AssignedTo: { Uid: uid },
  }
  for (const name of ['Status', 'Source', 'Industry']) {
    const item = random.maybe(referenceData.items(`Lead.${name}`))
    if (item !== undefined) data[name] = item
  }
  if (opportunity) data.OpportunityKey = refer(opportunity.id)
  return { entity: 'Lead', id: context.newId(), at: workingTime(context, currentDays(context)), uid, data }
}
