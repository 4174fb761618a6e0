// Defines the kinds for cultures and time zones, stored in canonical form.
import { findCulture, findTimeZone } from '../../../locale/locale.ts'
import type { Field, Traits } from '../../field.ts'
import { codeText } from '../code-text.ts'

export const localeTag = (spec: Traits & { max: number }): Field =>
  codeText({ ...spec, allowed: { test: tag => findCulture(tag) !== null, says: 'is not a culture such as en-US' } })

export const timeZoneName = (spec: Traits & { max: number }): Field =>
  codeText({
    ...spec,
    allowed: { test: name => findTimeZone(name) !== null, says: 'is not a time zone such as Europe/Paris' },
  })
