// Gathers the English texts; the other languages have the same members.
import { account } from './account.ts'
import { entities } from './entities.ts'
import { landing } from './landing.ts'
import { start } from './start.ts'
import { ui } from './ui.ts'

export default { ui, entities, landing, start, account }
