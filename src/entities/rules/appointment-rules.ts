// Adds the organizer of an appointment to its users.

import { checkDatesInOrder } from './dates-in-order.ts'
import { defaultUser } from './default-user.ts'
import type { EntityRules } from './types.ts'
import { includeUser } from './with-users.ts'

export const appointmentRules: EntityRules = {
  before: async write => {
    defaultUser(write, 'organizer')
    await includeUser(write, 'appointment_users', 'organizer')
    checkDatesInOrder(write)
  },
}
