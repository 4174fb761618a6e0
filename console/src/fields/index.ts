// Maps the kinds of fields to their files: the only place that lists them.
import { access } from './access.tsx'
import { address } from './address.tsx'
import { color } from './color.tsx'
import { date } from './date.tsx'
import { dateTime } from './date-time.tsx'
import { day } from './day.tsx'
import { email } from './email.tsx'
import type { Field, Kind, KindName } from './field.ts'
import { flag } from './flag.tsx'
import { json } from './json.tsx'
import { key } from './key.tsx'
import { location } from './location.tsx'
import { money } from './money.tsx'
import { number } from './number.tsx'
import { option } from './option.tsx'
import { options } from './options.tsx'
import { phone } from './phone.tsx'
import { recurrence } from './recurrence.tsx'
import { reference } from './reference.tsx'
import { references } from './references.tsx'
import { secret } from './secret.tsx'
import { suggested } from './suggested.tsx'
import { tags } from './tags.tsx'
import { text } from './text.tsx'
import { user } from './user.tsx'

const kinds: Readonly<Record<KindName, Kind>> = {
  access,
  address,
  color,
  date,
  dateTime,
  day,
  email,
  flag,
  json,
  key,
  location,
  money,
  number,
  option,
  options,
  phone,
  recurrence,
  reference,
  references,
  secret,
  suggested,
  tags,
  text,
  user,
}

export const kindOf = (field: Field): Kind => kinds[field.kind]
